import type { Draft } from '../../store.ts';
import { beforeHandler, inside } from '../stages.ts';
import { draftOf } from '../../call.ts';
import type { Fault } from '../fault.ts';
import type { OperationId } from '../../../spec/operations.ts';
import type { Tables } from '../../tables.ts';
import { deny, denyAfter, remember } from '../histories.ts';
import { instead } from '../side-by-side.ts';

/** The draft of each that the same client created before it on the line. */
const predecessors = (tables: Tables): WeakMap<Draft, Draft> => {
  const before = new WeakMap<Draft, Draft>();
  const newest = new Map<string, Draft>();
  const { store } = tables;
  const addDraft = store.addDraft.bind(store);
  store.addDraft = (draft) => {
    const key = `${draft.line}/${draft.owner}`;
    const last = newest.get(key);
    if (last) before.set(draft, last);
    newest.set(key, draft);
    addDraft(draft);
  };
  return before;
};

const gone = (id: string, operation: OperationId, what: string, sow: Fault['sow']): Fault => ({
  id,
  breaks: { requirement: 'DRAFT-03', operation },
  what,
  sow,
});

/** Drafts that are lost when they are read or updated. */
export const lostDraftFaults: readonly Fault[] = [
  gone(
    'jobloss-draft-not-read-after-update',
    'jobloss.draft-update',
    'Jobloss Draft Get answers 404 for a draft that was updated.',
    (tables) => {
      denyAfter(tables, 'jobloss.draft-get', /draft-update /, 404);
    },
  ),
  gone(
    'travel-draft-gone-after-update',
    'travel.draft-update',
    'A travel draft that was read is gone once it is updated.',
    (tables) => {
      const history = remember(tables);
      const { lookUp } = tables;
      tables.lookUp = (call) => {
        lookUp(call);
        const { draft, operation } = call;
        if (!draft || operation.line !== 'travel') return;
        if (/draft-get .*draft-update /.test(history(draft))) deny(404);
      };
    },
  ),
  gone(
    'landlord-draft-can-be-read-twice',
    'landlord.draft-get',
    'Landlord Draft Get serves a draft twice and answers 404 from then on.',
    (tables) => {
      denyAfter(tables, 'landlord.draft-get', /(draft-get .*){2}/, 404);
    },
  ),
  gone(
    'gap-draft-lost-at-its-second-update',
    'gap.draft-update',
    'Motor gap Draft Get answers 404 for a draft that was read, updated, read and updated again.',
    (tables) => {
      denyAfter(
        tables,
        'gap.draft-get',
        /draft-get .*draft-update .*draft-get .*draft-update /,
        404,
      );
    },
  ),
];

const disturbed = (id: string, operation: OperationId, what: string, sow: Fault['sow']): Fault => ({
  id,
  breaks: { requirement: 'DRAFT-04', operation },
  what,
  sow,
});

const unreadable = (tables: Tables, line: 'jobloss' | 'travel' | 'gap'): WeakSet<Draft> => {
  const lost = new WeakSet<Draft>();
  beforeHandler(tables, `${line}.draft-get`, (call) => {
    if (lost.has(draftOf(call))) deny(404);
  });
  return lost;
};

const customerOf = ({ body }: Draft): unknown => inside(body, 'policyholder', 'contact', 'email');

/** Remembers the drafts that have been seen, and forgets those of the same customer when another one is. */
const onePerCustomer = (lost: WeakSet<Draft>): ((draft: Draft) => void) => {
  const kept = new Map<unknown, Draft>();
  return (draft) => {
    const customer = customerOf(draft);
    const before = kept.get(customer);
    if (customer === undefined) return;
    if (before && before !== draft) lost.add(before);
    lost.delete(draft);
    kept.set(customer, draft);
  };
};

/** Drafts that are lost or changed when something is done to another one. */
export const disturbedDraftFaults: readonly Fault[] = [
  disturbed(
    'jobloss-update-hides-the-draft-before',
    'jobloss.draft-update',
    'Jobloss Draft Update makes the draft that its client created before unreadable.',
    (tables) => {
      const before = predecessors(tables);
      const lost = unreadable(tables, 'jobloss');
      beforeHandler(tables, 'jobloss.draft-update', (call) => {
        const other = before.get(draftOf(call));
        if (other) lost.add(other);
      });
    },
  ),
  disturbed(
    'landlord-creation-overwrites-the-draft-before',
    'landlord.draft-create',
    'Landlord Draft Create writes its body to the draft that its client created just before, too.',
    (tables) => {
      const before = predecessors(tables);
      const { store } = tables;
      const addDraft = store.addDraft.bind(store);
      store.addDraft = (draft) => {
        addDraft(draft);
        const other = before.get(draft);
        if (draft.line === 'landlord' && other) other.body = draft.body;
      };
    },
  ),
  disturbed(
    'landlord-update-moves-the-draft-before-too',
    'landlord.draft-update',
    'Landlord Draft Update writes the property to the draft that its client created before, too.',
    (tables) => {
      const before = predecessors(tables);
      beforeHandler(tables, 'landlord.draft-update', (call) => {
        const other = before.get(draftOf(call));
        if (other) other.body = { ...other.body, risk: call.body['risk'] };
      });
    },
  ),
  disturbed(
    'travel-creation-hides-the-draft-of-the-same-customer',
    'travel.draft-create',
    'Travel Draft Create makes the draft that there was for the same e-mail address unreadable.',
    (tables) => {
      const note = onePerCustomer(unreadable(tables, 'travel'));
      const { store } = tables;
      const addDraft = store.addDraft.bind(store);
      store.addDraft = (draft) => {
        addDraft(draft);
        if (draft.line === 'travel') note(draft);
      };
    },
  ),
  disturbed(
    'gap-update-hides-the-draft-of-the-same-customer',
    'gap.draft-update',
    'Motor gap Draft Update makes another draft with the same e-mail address unreadable.',
    (tables) => {
      const note = onePerCustomer(unreadable(tables, 'gap'));
      instead(tables, 'gap.draft-update', async (call, handle) => {
        const outcome = await handle(call);
        note(draftOf(call));
        return outcome;
      });
    },
  ),
];
