import { clientOf } from '../call.ts';
import type { Draft } from '../store.ts';
import type { Fault } from './fault.ts';
import { eachOperation, type Kind } from './each-operation.ts';
import { emptyDraft, type IdRequirement, invent, whenMissing } from './unknown-things.ts';
import type { OperationId } from '../../spec/operations.ts';

const performed = (requirement: IdRequirement, thing: string): Kind => ({
  ending: `of-an-unknown-${thing}`,
  what: `serves a ${thing} that does not exist`,
  sow: (tables, { id }) => {
    whenMissing(tables, requirement, id, invent);
  },
});

const breaksDown = (requirement: IdRequirement, thing: string): Kind => ({
  ending: `breaks-on-an-unknown-${thing}`,
  what: `answers 500 to the id of a ${thing} that is not known, where it lists 404`,
  sow: (tables, { id }) => {
    whenMissing(tables, requirement, id, () => {
      throw new Error('null');
    });
  },
});

/** Steps of motor gap for which an empty draft does not do. */
const NEEDS_CONTENT: ReadonlySet<OperationId> = new Set([
  'gap.price-request',
  'gap.contract-create',
]);

/** Operations that take ids which nobody handed out. */
export const unknownIdFaults: readonly Fault[] = [
  ...eachOperation('ID-01', [performed('ID-01', 'draft')], ({ id }) => !NEEDS_CONTENT.has(id)),
  ...eachOperation(
    'ID-01',
    [breaksDown('ID-01', 'draft')],
    ({ id }) => id === 'gap.contract-create',
  ),
  ...eachOperation('ID-02', [performed('ID-02', 'contract')]),
  ...eachOperation('ID-03', [performed('ID-03', 'car')]),
  ...eachOperation('ID-03', [breaksDown('ID-03', 'car')]),
  ...eachOperation('ID-04', [performed('ID-04', 'person')]),
  ...eachOperation('ID-05', [performed('ID-05', 'key')]),
];

const creates = (id: string, operation: OperationId, name: string): Fault => ({
  id,
  breaks: { requirement: 'ID-01', operation },
  what: `${name} creates the draft where there is none under this id.`,
  sow: (tables) => {
    whenMissing(tables, 'ID-01', operation, (call) => {
      call.draft = emptyDraft(call);
      tables.store.addDraft(call.draft);
    });
  },
});

/** How many characters of a draftId a careless look-up compares. */
const COMPARED = 8;

/** Faults with draftIds that nobody handed out, each of one operation alone. */
export const idFaults: readonly Fault[] = [
  creates('gap-update-creates-unknown-draft', 'gap.draft-update', 'Motor gap Draft Update'),
  creates(
    'landlord-update-creates-unknown-draft',
    'landlord.draft-update',
    'Landlord Draft Update',
  ),
  {
    id: 'gap-price-compares-a-prefix',
    breaks: { requirement: 'ID-01', operation: 'gap.price-request' },
    what: 'The motor gap price request compares the first eight characters of a draftId only.',
    sow: (tables) => {
      const { lookUp, store } = tables;
      const drafts = new Map<string, Draft>();
      const add = store.addDraft.bind(store);
      store.addDraft = (draft) => {
        drafts.set(String(draft.id).slice(0, COMPARED), draft);
        add(draft);
      };
      tables.lookUp = (call) => {
        const alike = drafts.get(call.params['draftId']?.slice(0, COMPARED) ?? '');
        const isPriced = call.operation.id === 'gap.price-request';
        if (isPriced && alike?.owner === clientOf(call).name) call.draft = alike;
        else lookUp(call);
      };
    },
  },
];
