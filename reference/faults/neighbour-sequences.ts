import { type Call, clientOf, contractOf, draftOf } from '../call.ts';
import type { Draft } from '../store.ts';
import type { Fault } from './fault.ts';
import { withPointer } from '../json.ts';
import { beforeHandler, inside } from './stages.ts';
import { deny, remember } from './histories.ts';

/** Tells each draft the one that the same client created next. */
const neighbours = (addDraft: (draft: Draft) => void) => {
  const next = new WeakMap<Draft, Draft>();
  const newest = new Map<string, Draft>();
  const add = (draft: Draft): void => {
    const key = `${draft.line}/${draft.owner}`;
    const before = newest.get(key);
    if (before) next.set(before, draft);
    newest.set(key, draft);
    addDraft(draft);
  };
  return { next, add };
};

const RENT = ['risk', 'insuredProperty', 'monthlyRent', 'value'] as const;

const keepRent = (call: Call, draft: Draft): void => {
  const before = inside(draft.body, ...RENT);
  const isSent = inside(call.body, ...RENT) !== undefined;
  if (isSent && before !== undefined)
    call.body = withPointer(call.body, `/${RENT.join('/')}`, before);
};

/** Faults between two drafts or contracts, or between two writes, that only a certain sequence of calls brings to light. */
export const neighbourSequenceFaults: readonly Fault[] = [
  {
    id: 'landlord-update-overwrites-the-next-draft',
    breaks: { requirement: 'DRAFT-04', operation: 'landlord.draft-update' },
    what: 'The second update of a landlord draft also overwrites the draft that its client created next.',
    area: 'sequences',
    sow: (tables) => {
      const history = remember(tables);
      const { next, add } = neighbours(tables.store.addDraft.bind(tables.store));
      tables.store.addDraft = add;
      beforeHandler(tables, 'landlord.draft-update', (call) => {
        const draft = draftOf(call);
        const other = next.get(draft);
        if (other && /draft-update /.test(history(draft))) other.body = call.body;
      });
    },
  },
  {
    id: 'landlord-contract-lost-when-another-customer-updates',
    breaks: { requirement: 'PATH-01', operation: 'landlord.contract-get' },
    what: 'Landlord contracts disappear after another customer updates a draft.',
    area: 'sequences',
    sow: (tables) => {
      let updates = 0;
      const madeAt = new WeakMap<object, number>();
      const { store } = tables;
      const addContract = store.addContract.bind(store);
      store.addContract = (draft, contract) => {
        madeAt.set(contract, updates);
        addContract(draft, contract);
      };
      beforeHandler(tables, 'landlord.draft-update', (call) => {
        if (clientOf(call).name === 'other') updates += 1;
      });
      beforeHandler(tables, 'landlord.contract-get', (call) => {
        if ((madeAt.get(contractOf(call)) ?? updates) < updates) deny(404);
      });
    },
  },
  {
    id: 'landlord-rent-frozen-once-read-after-pricing',
    breaks: {
      requirement: 'LANDLORD-READBACK-risk.insuredProperty.monthlyRent.value',
      operation: 'landlord.draft-update',
    },
    what: 'A landlord draft ignores updates of its monthly rent after it was priced and read.',
    area: 'sequences',
    sow: (tables) => {
      const history = remember(tables);
      beforeHandler(tables, 'landlord.draft-update', (call) => {
        const draft = draftOf(call);
        if (/price-request .*draft-get /.test(history(draft))) keepRent(call, draft);
      });
    },
  },
];
