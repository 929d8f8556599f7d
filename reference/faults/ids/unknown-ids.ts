import { type Line, LINES } from '../../../spec/line.ts';
import type { OperationId } from '../../../spec/operations.ts';
import { type Call, clientOf, type Tables } from '../../call.ts';
import { ITEM_PARAMETERS } from '../../handlers/items.ts';
import { Refusal } from '../../refusal.ts';
import type { Contract, Draft, Item, ItemKind } from '../../store.ts';
import { eachOperation, type Kind } from '../injection/each-operation.ts';
import type { Fault } from '../injection/fault.ts';
import { OWNER } from '../injection/stages.ts';

/** An empty draft under the requested id. */
const emptyDraft = ({ operation, params, now }: Call): Draft => ({
  id: params['draftId'] ?? '',
  line: operation.line,
  owner: OWNER.name,
  createdAt: now,
  updatedAt: now,
  writtenBy: operation.id,
  body: {},
  items: { car: new Map(), person: new Map(), metadata: new Map() },
  deleted: new Map(),
  persons: 0,
  priceRequests: [],
  openTokens: [],
  history: { leads: 0, terms: 0 },
  contracts: [],
});

/** An empty contract under the requested id. */
const emptyContract = ({ operation, params, now }: Call): Contract => ({
  id: params['contractId'] ?? '',
  line: operation.line,
  owner: OWNER.name,
  draftId: '',
  createdAt: now,
  body: {},
  seal: '',
});

const KINDS = { 'ID-03': 'car', 'ID-04': 'person', 'ID-05': 'metadata' } as const;

/** The requirements about unknown ids. */
type IdRequirement = 'ID-01' | 'ID-02' | keyof typeof KINDS;

/** An empty car, person or metadata item under the requested id. */
const emptyItem = (call: Call, kind: ItemKind): Item => ({
  id: call.params[ITEM_PARAMETERS[kind]] ?? '',
  kind,
  body: {},
});

/** Substitutes an empty object for any unknown one that the path names. */
export const substituteMissing = (call: Call): void => {
  const { params } = call;
  if (params['contractId'] !== undefined) call.contract = emptyContract(call);
  if (params['draftId'] !== undefined) call.draft ??= emptyDraft(call);
  for (const [kind, parameter] of Object.entries(ITEM_PARAMETERS) as [ItemKind, string][])
    if (params[parameter] !== undefined) call.item = emptyItem(call, kind);
};

/** Runs `instead` if an operation does not find the object that the requirement is about. */
export const onMissing = (
  tables: Tables,
  requirement: IdRequirement,
  operation: OperationId,
  instead: (call: Call) => void,
): void => {
  const { lookUp } = tables;
  tables.lookUp = (call) => {
    try {
      lookUp(call);
    } catch (error) {
      const isUnknown = error instanceof Refusal && error.cause === 'unknown';
      // Items are looked up after their draft: the missing object is one or the other.
      const isOther = requirement in KINDS === (call.draft === undefined);
      if (!isUnknown || isOther || call.operation.id !== operation) throw error;
      instead(call);
    }
  };
};

const performed = (requirement: IdRequirement, thing: string): Kind => ({
  ending: `of-an-unknown-${thing}`,
  what: `serves a ${thing} that does not exist`,
  inject: (tables, { id }) => {
    onMissing(tables, requirement, id, substituteMissing);
  },
});

const breaksDown = (requirement: IdRequirement, thing: string): Kind => ({
  ending: `breaks-on-an-unknown-${thing}`,
  what: `answers 500 to the id of a ${thing} that is unknown, instead of the listed 404`,
  inject: (tables, { id }) => {
    onMissing(tables, requirement, id, () => {
      throw new Error('null');
    });
  },
});

/** Steps of motor gap that need a draft with content. */
export const NEEDS_CONTENT: ReadonlySet<OperationId> = new Set([
  'gap.price-request',
  'gap.contract-create',
]);

const creates = (id: string, operation: OperationId, name: string): Fault => ({
  id,
  breaks: { requirement: 'ID-01', operation },
  what: `${name} creates a draft if none has this id.`,
  inject: (tables) => {
    onMissing(tables, 'ID-01', operation, (call) => {
      call.draft = emptyDraft(call);
      tables.store.addDraft(call.draft);
    });
  },
});

/** Number of characters of a draftId that a careless look-up compares. */
const COMPARED = 8;

/** Falls back to the object with this id of another line. */
const alsoServes = (
  id: string,
  line: Line,
  kind: 'draft' | 'contract',
  from: readonly Line[],
  what: string,
): Fault => {
  const operation = `${line}.${kind}-get` as const;
  const find = ({ params, tables: { store } }: Call, other: Line) =>
    kind === 'draft'
      ? store.draft(other, params['draftId'] ?? '')
      : store.contract(other, params['contractId'] ?? '');
  return {
    id,
    breaks: { requirement: kind === 'draft' ? 'ID-06' : 'ID-07', operation },
    what,
    inject: (tables) => {
      const { lookUp } = tables;
      tables.lookUp = (call) => {
        try {
          lookUp(call);
        } catch (error) {
          const isUnknown = error instanceof Refusal && error.cause === 'unknown';
          const found = from.map((other) => find(call, other)).find((each) => each !== undefined);
          const isMine = call.operation.id === operation && found?.owner === clientOf(call).name;
          if (!isUnknown || !isMine || !found) throw error;
          Object.assign(call, { [kind]: found });
        }
      };
    },
  };
};

const otherThan = (line: Line): readonly Line[] => LINES.filter((each) => each !== line);

const rows: readonly Fault[] = [
  // Operations that accept ids which were never issued.
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
  // Faults with draftIds that were never issued, each of one operation alone.
  creates('gap-update-creates-unknown-draft', 'gap.draft-update', 'Motor gap Draft Update'),
  creates(
    'landlord-update-creates-unknown-draft',
    'landlord.draft-update',
    'Landlord Draft Update',
  ),
  {
    id: 'gap-price-compares-a-prefix',
    breaks: { requirement: 'ID-01', operation: 'gap.price-request' },
    what: 'The motor gap price request compares only the first eight characters of a draftId.',
    inject: (tables) => {
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
  // Objects of one line that are served under the path of another.
  alsoServes(
    'jobloss-serves-landlord-drafts',
    'jobloss',
    'draft',
    ['landlord'],
    'Jobloss Draft Get serves landlord drafts, too.',
  ),
  alsoServes(
    'landlord-serves-drafts-of-all-lines',
    'landlord',
    'draft',
    otherThan('landlord'),
    'Landlord Draft Get serves the drafts of every line.',
  ),
  alsoServes(
    'gap-serves-travel-drafts',
    'gap',
    'draft',
    ['travel'],
    'Motor gap Draft Get serves travel drafts, too.',
  ),
  alsoServes(
    'travel-serves-jobloss-drafts',
    'travel',
    'draft',
    ['jobloss'],
    'Travel Draft Get serves jobloss drafts, too.',
  ),
  alsoServes(
    'jobloss-serves-landlord-contracts',
    'jobloss',
    'contract',
    ['landlord'],
    'Get a contract (jobloss) serves landlord contracts, too.',
  ),
  alsoServes(
    'landlord-serves-contracts-of-all-lines',
    'landlord',
    'contract',
    otherThan('landlord'),
    'Get a contract (landlord) serves the contracts of every line.',
  ),
  alsoServes(
    'travel-serves-gap-contracts',
    'travel',
    'contract',
    ['gap'],
    'Get a contract (travel) serves motor gap contracts, too.',
  ),
  alsoServes(
    'gap-serves-contracts-of-all-lines',
    'gap',
    'contract',
    otherThan('gap'),
    'Motor gap Contract Get serves the contracts of every line.',
  ),
];

/** Ids that were never issued, or were issued by another line, and are served all the same. */
export const faults: readonly Fault[] = rows.map((fault) =>
  fault.breaks.requirement in KINDS ? fault : { ...fault, withoutDraft: true },
);
