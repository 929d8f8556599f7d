import type { Contract, Draft, Item, ItemKind } from '../store.ts';
import type { Call, Tables } from '../call.ts';
import { ITEM_PARAMETERS } from '../handlers/items.ts';
import { OWNER } from './stages.ts';
import type { OperationId } from '../../spec/operations.ts';
import { Refusal } from '../refusal.ts';

/** A draft without content under the id that was asked for. */
export const emptyDraft = ({ operation, params, now }: Call): Draft => ({
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
  contracts: [],
});

/** A contract without content under the id that was asked for. */
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
/** The requirements about ids that are not known. */
export type IdRequirement = 'ID-01' | 'ID-02' | keyof typeof KINDS;

/** A car, person or metadata item without content under the id that was asked for. */
const emptyItem = (call: Call, kind: ItemKind): Item => ({
  id: call.params[ITEM_PARAMETERS[kind]] ?? '',
  kind,
  body: {},
});

/** Puts in something empty for whatever the path names and the service does not know. */
export const invent = (call: Call): void => {
  const { params } = call;
  if (params['contractId'] !== undefined) call.contract = emptyContract(call);
  if (params['draftId'] !== undefined) call.draft ??= emptyDraft(call);
  for (const [kind, parameter] of Object.entries(ITEM_PARAMETERS) as [ItemKind, string][])
    if (params[parameter] !== undefined) call.item = emptyItem(call, kind);
};

/** Does something else where an operation does not find the thing that the requirement is about. */
export const whenMissing = (
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
      // Items are looked up after their draft: what is missing is the one or the other.
      const isOther = requirement in KINDS === (call.draft === undefined);
      if (!isUnknown || isOther || call.operation.id !== operation) throw error;
      instead(call);
    }
  };
};
