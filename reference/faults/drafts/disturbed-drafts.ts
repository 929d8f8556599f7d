import { type Line, LINE_TITLES } from '../../../spec/line.ts';
import type { OperationId } from '../../../spec/operations.ts';
import { draftOf, type Tables } from '../../call.ts';
import type { Draft } from '../../store.ts';
import type { Fault } from '../injection/fault.ts';
import { deny, recordHistories } from '../injection/histories.ts';
import { replaceHandler } from '../injection/side-by-side.ts';
import { beforeHandler, valueInside } from '../injection/stages.ts';

/** The drafts that the same client created before and after each draft on the line. */
const neighboursOf = ({ store }: Tables) => {
  const before = new WeakMap<Draft, Draft>();
  const next = new WeakMap<Draft, Draft>();
  const newest = new Map<string, Draft>();
  const addDraft = store.addDraft.bind(store);
  store.addDraft = (draft) => {
    const key = `${draft.line}/${draft.owner}`;
    const last = newest.get(key);
    if (last) {
      before.set(draft, last);
      next.set(last, draft);
    }
    newest.set(key, draft);
    addDraft(draft);
  };
  return { before, next };
};

const disturbed = (
  id: string,
  operation: OperationId,
  what: string,
  inject: Fault['inject'],
): Fault => ({
  id,
  breaks: { requirement: 'DRAFT-04', operation },
  what,
  inject,
});

const unreadable = (tables: Tables, line: 'jobloss' | 'travel' | 'gap'): WeakSet<Draft> => {
  const lost = new WeakSet<Draft>();
  beforeHandler(tables, `${line}.draft-get`, (call) => {
    if (lost.has(draftOf(call))) deny(404);
  });
  return lost;
};

const customerOf = ({ body }: Draft): unknown =>
  valueInside(body, 'policyholder', 'contact', 'email');

/** Keeps one draft per customer: seeing another one of the same customer loses the earlier ones. */
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

const updateHidesTheOneBefore = (line: 'jobloss' | 'travel'): Fault =>
  disturbed(
    `${line}-update-hides-the-draft-before`,
    `${line}.draft-update`,
    `${LINE_TITLES[line]} Draft Update makes the previous draft of its client unreadable.`,
    (tables) => {
      const { before } = neighboursOf(tables);
      const lost = unreadable(tables, line);
      beforeHandler(tables, `${line}.draft-update`, (call) => {
        const other = before.get(draftOf(call));
        if (other) lost.add(other);
      });
    },
  );

/** Runs a task on each new draft of a line. */
const onCreation = ({ store }: Tables, line: Line, work: (draft: Draft) => void): void => {
  const addDraft = store.addDraft.bind(store);
  store.addDraft = (draft, creation) => {
    addDraft(draft, creation);
    if (draft.line === line) work(draft);
  };
};

const creationHidesTheSameCustomer = (line: 'jobloss' | 'travel'): Fault =>
  disturbed(
    `${line}-creation-hides-the-draft-of-the-same-customer`,
    `${line}.draft-create`,
    `${LINE_TITLES[line]} Draft Create makes an earlier draft with the same e-mail address unreadable.`,
    (tables) => {
      onCreation(tables, line, onePerCustomer(unreadable(tables, line)));
    },
  );

/** A motor gap draft has no customer when it is created, so its creation removes the leftovers of another. */
const creationHidesOlder = disturbed(
  'gap-creation-hides-the-older-draft-of-a-customer',
  'gap.draft-create',
  'Motor gap Draft Create makes the older of two drafts with one e-mail address unreadable if it was read last.',
  (tables) => {
    const lost = unreadable(tables, 'gap');
    const older = new WeakSet<Draft>();
    const due = new Set<Draft>();
    const newest = new Map<unknown, Draft>();
    replaceHandler(tables, 'gap.draft-update', async (call, handle) => {
      const outcome = await handle(call);
      const [draft, customer] = [draftOf(call), customerOf(draftOf(call))];
      const before = newest.get(customer);
      if (customer !== undefined && before && before !== draft) older.add(before);
      newest.set(customer, draft);
      return outcome;
    });
    beforeHandler(tables, 'gap.draft-get', (call) => {
      if (older.has(draftOf(call))) due.add(draftOf(call));
    });
    onCreation(tables, 'gap', () => {
      for (const draft of due) lost.add(draft);
      due.clear();
    });
  },
);

/** Drafts that are lost or changed by an operation on another one. */
export const faults: readonly Fault[] = [
  ...(['jobloss', 'travel'] as const).flatMap((line) => [
    updateHidesTheOneBefore(line),
    creationHidesTheSameCustomer(line),
  ]),
  disturbed(
    'landlord-creation-overwrites-the-draft-before',
    'landlord.draft-create',
    'Landlord Draft Create also writes its body to the previous draft of its client.',
    (tables) => {
      const { before } = neighboursOf(tables);
      onCreation(tables, 'landlord', (draft) => {
        const other = before.get(draft);
        if (other) other.body = draft.body;
      });
    },
  ),
  disturbed(
    'landlord-update-moves-the-draft-before-too',
    'landlord.draft-update',
    'Landlord Draft Update also writes the property to the previous draft of its client.',
    (tables) => {
      const { before } = neighboursOf(tables);
      beforeHandler(tables, 'landlord.draft-update', (call) => {
        const other = before.get(draftOf(call));
        if (other) other.body = { ...other.body, risk: call.body['risk'] };
      });
    },
  ),
  disturbed(
    'gap-update-hides-the-draft-of-the-same-customer',
    'gap.draft-update',
    'Motor gap Draft Update makes another draft with the same e-mail address unreadable.',
    (tables) => {
      const note = onePerCustomer(unreadable(tables, 'gap'));
      replaceHandler(tables, 'gap.draft-update', async (call, handle) => {
        const outcome = await handle(call);
        note(draftOf(call));
        return outcome;
      });
    },
  ),
  creationHidesOlder,
  {
    id: 'landlord-update-overwrites-the-next-draft',
    breaks: { requirement: 'DRAFT-04', operation: 'landlord.draft-update' },
    what: 'The second update of a landlord draft also overwrites the draft that its client created next.',
    area: 'sequences',
    inject: (tables) => {
      const history = recordHistories(tables);
      const { next } = neighboursOf(tables);
      beforeHandler(tables, 'landlord.draft-update', (call) => {
        const draft = draftOf(call);
        const other = next.get(draft);
        if (other && /draft-update /.test(history(draft))) other.body = call.body;
      });
    },
  },
];
