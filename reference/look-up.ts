import { type Call, clientOf } from './call.ts';
import { ITEM_PARAMETERS, deletedItem } from './handlers/items.ts';
import type { ItemKind } from './store.ts';
import { Refusal } from './refusal.ts';

/** True if the caller has access to an object of this owner (D10). */
const may = (call: Call, owner: string): boolean => {
  const { othersMay } = call.tables.choices;
  const isReading = call.operation.method === 'GET';
  if (othersMay === 'everything' || (othersMay === 'read' && isReading)) return true;
  return owner === clientOf(call).name;
};

const own = <T extends { readonly owner: string }>(call: Call, thing: T | undefined): T => {
  if (!thing) throw new Refusal('unknown', 'there is nothing with this id');
  if (!may(call, thing.owner)) throw new Refusal('foreign', 'this belongs to another client');
  return thing;
};

/** A substitute for a missing item: a new one for PUT, or the deleted one (S11, D6). */
const missingItem = ({ draft, operation, tables }: Call, kind: ItemKind, id: string) => {
  const { unknownPut, deletedAgain, deletedPut, deleted } = tables.choices.items;
  const before = draft && deletedItem(draft, kind, id);
  const isPut = operation.method === 'PUT';
  if (isPut && unknownPut === 'created') return { id, kind, body: {} };
  if (isPut ? deletedPut === 'revived' : deletedAgain === 200) return before;
  if (before && operation.failures === null)
    throw new Refusal('unknown', 'it was deleted', { status: deleted });
  return undefined;
};

/**
 * Finds the draft, contract and item that the path names. Refuses those that are missing or not
 * accessible to the client.
 */
export const lookUp = (call: Call): void => {
  const { params, tables, operation } = call;
  const { draftId, contractId } = params;
  if (draftId !== undefined) call.draft = own(call, tables.store.draft(operation.line, draftId));
  if (contractId !== undefined)
    call.contract = own(call, tables.store.contract(operation.line, contractId));
  for (const [kind, parameter] of Object.entries(ITEM_PARAMETERS) as [ItemKind, string][]) {
    const id = params[parameter];
    if (id === undefined) continue;
    const item = call.draft?.items[kind].get(id) ?? missingItem(call, kind, id);
    if (!item) throw new Refusal('unknown', 'there is nothing with this id');
    call.item = item;
  }
};
