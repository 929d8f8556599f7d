import { type Call, draftOf, itemOf } from '../call.ts';
import { type Item, type ItemKind, LIMITS } from '../store.ts';
import type { Handler, Outcome } from '../outcome.ts';
import { Refusal } from '../refusal.ts';
import { resourcePath } from '../resource-path.ts';

/** Name of the path parameter that holds the id of an item. */
export const ITEM_PARAMETERS = {
  car: 'carId',
  person: 'personId',
  metadata: 'keyId',
} as const satisfies Record<ItemKind, string>;

const itemOutcome = (call: Call, { kind, id, body }: Item): Outcome => ({
  resource: body,
  identity: {
    kind,
    id,
    path: resourcePath(call, `${kind}-put`, { [ITEM_PARAMETERS[kind]]: id }),
  },
  modifiedAt: call.now,
});

/** Adds an item of a kind to a travel draft. Refuses beyond `LIMITS.items`. */
export const postItem =
  (kind: ItemKind): Handler =>
  (call) => {
    const { body, operation, tables } = call;
    const items = draftOf(call).items[kind];
    if (items.size >= LIMITS.items)
      throw new Refusal('rule', `a draft has at most ${LIMITS.items} of this kind`);
    const byKey = kind === 'metadata' && tables.choices.ids.metadata === 'key';
    const id = byKey ? String(body['key']) : tables.newId(kind, operation.line);
    const item: Item = { id, kind, body };
    items.set(String(id), item);
    return itemOutcome(call, item);
  };

/** Replaces an item. */
export const putItem: Handler = (call) => {
  const item = itemOf(call);
  item.body = call.body;
  return itemOutcome(call, item);
};

/** Deletes an item and answers what it was. */
export const deleteItem: Handler = (call) => {
  const item = itemOf(call);
  draftOf(call).items[item.kind].delete(String(item.id));
  return itemOutcome(call, item);
};
