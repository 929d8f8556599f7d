import { type Call, draftOf, itemOf, type Handler, type Outcome } from '../call.ts';
import { type Draft, type Id, type Item, type ItemKind, LIMITS } from '../store.ts';
import { expireOnChange } from '../lifetimes.ts';
import { isDeepStrictEqual } from 'node:util';
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

/** The item of a draft that was deleted under this id, or undefined. */
export const deletedItem = (draft: Draft, kind: ItemKind, id: string): Item | undefined =>
  draft.deleted.get(`${kind}/${id}`);

const newItemId = (call: Call, kind: ItemKind): Id => {
  const { body, operation, tables } = call;
  const { metadata, persons: numbered } = tables.choices.ids;
  if (kind === 'metadata' && metadata === 'key') return String(body['key']);
  if (kind !== 'person' || numbered === 'unique') return tables.newId(kind, operation.line);
  const draft = draftOf(call);
  draft.persons += 1;
  return draft.persons;
};

/** Adds an item to a travel draft. Refuses beyond `LIMITS.items`. */
export const postItem =
  (kind: ItemKind): Handler =>
  (call) => {
    const { body } = call;
    const items = draftOf(call).items[kind];
    const most = call.tables.choices.mostItems || LIMITS.items;
    const { equalItems } = call.tables.choices;
    // Creations with different bodies never share an id (D11), so a changed item does not count.
    const same = [...items.values()].find(
      (each) => !each.isChanged && isDeepStrictEqual(each.body, body),
    );
    if (same && equalItems === 'one') return itemOutcome(call, same);
    if (items.size >= most) throw new Refusal('rule', `a draft has at most ${most} of this kind`);
    const id = newItemId(call, kind);
    const item: Item = { id, kind, body };
    items.set(String(id), item);
    expireOnChange(draftOf(call), call.tables.choices);
    return itemOutcome(call, item);
  };

/** Replaces an item, or creates it if the look-up accepted an unknown id (S11). */
export const putItem: Handler = (call) => {
  const item = itemOf(call);
  item.body = call.body;
  item.isChanged = true;
  expireOnChange(draftOf(call), call.tables.choices);
  draftOf(call).items[item.kind].set(String(item.id), item);
  return itemOutcome(call, item);
};

/** Deletes an item and answers with its last content. */
export const deleteItem: Handler = (call) => {
  const item = itemOf(call);
  const draft = draftOf(call);
  draft.items[item.kind].delete(String(item.id));
  expireOnChange(draft, call.tables.choices);
  draft.deleted.set(`${item.kind}/${item.id}`, item);
  return itemOutcome(call, item);
};
