import { type Call, clientOf, draftOf, itemOf, type Tables } from '../../call.ts';
import { ITEM_PARAMETERS } from '../../handlers/items.ts';
import { type Cause, Refusal } from '../../refusal.ts';
import type { Draft, Item, ItemKind } from '../../store.ts';
import type { Fault } from '../injection/fault.ts';
import { replaceHandler } from '../injection/side-by-side.ts';
import { beforeHandler } from '../injection/stages.ts';

/** Id prefix of the requirements about a kind of item. */
const PREFIXES: Readonly<Record<ItemKind, string>> = {
  car: 'TRAVEL-CAR',
  person: 'TRAVEL-PERSON',
  metadata: 'TRAVEL-METADATA',
};

/** Answers a deletion correctly, and keeps the item if `stays` is true. */
const leaves = (
  id: string,
  kind: ItemKind,
  what: string,
  stays: (call: Call) => boolean,
): Fault => ({
  id,
  breaks: { requirement: `${PREFIXES[kind]}-01`, operation: `travel.${kind}-delete` },
  what,
  // D6: a second deletion and a PUT succeed on it, which is evidence only if both are refused for unknown
  // ids.
  shownBy: ({ items, errors }) => items.unknownPut === 'refused' && errors.unknown === 404,
  inject: (tables) => {
    replaceHandler(tables, `travel.${kind}-delete`, async (call, handle) => {
      const items = draftOf(call).items[kind];
      const before = [...items];
      const isKept = stays(call);
      const outcome = await handle(call);
      if (isKept) {
        items.clear();
        for (const [key, item] of before) items.set(key, item);
      }
      return outcome;
    });
  },
});

const isFirst = (call: Call): boolean => {
  const { kind, id } = itemOf(call);
  return [...draftOf(call).items[kind].keys()][0] === String(id);
};

const isAlone = (call: Call): boolean => draftOf(call).items[itemOf(call).kind].size === 1;

/** Tests if the owner of the other draft is the client of the call. */
const isSameClient = (owner: string, client: string): boolean => owner === client;

/** An object on another draft than the call names. */
interface ItemOnOtherDraft {
  readonly draft: Draft;
  readonly item: Item;
}

/** Changes a deletion that names an item of another draft; a refusal may be thrown again. */
const onItemElsewhere = (
  tables: Tables,
  kind: ItemKind,
  found: (call: Call, elsewhere: ItemOnOtherDraft, refuse: () => never) => void,
  isOwner = isSameClient,
): void => {
  const drafts: Draft[] = [];
  replaceHandler(tables, `travel.${kind}-post`, (call, handle) => {
    if (!drafts.includes(draftOf(call))) drafts.push(draftOf(call));
    return handle(call);
  });
  const { lookUp } = tables;
  tables.lookUp = (call) => {
    try {
      lookUp(call);
    } catch (error) {
      const isUnknown = error instanceof Refusal && error.cause === 'unknown';
      const id = call.params[ITEM_PARAMETERS[kind]] ?? '';
      const draft = drafts.find(
        ({ items, owner }) => items[kind].has(id) && isOwner(owner, clientOf(call).name),
      );
      const item = draft?.items[kind].get(id);
      const isDeletion = call.operation.id === `travel.${kind}-delete`;
      if (!isUnknown || !isDeletion || !call.draft || !draft || !item) throw error;
      found(call, { draft, item }, () => {
        throw error;
      });
    }
  };
};

const elsewhere = (
  id: string,
  kind: ItemKind,
  what: string,
  found: Parameters<typeof onItemElsewhere>[2],
  isOwner = isSameClient,
): Fault => ({
  id,
  breaks: { requirement: `${PREFIXES[kind]}-03`, operation: `travel.${kind}-delete` },
  what,
  // One id may be two persons if every draft numbers its persons separately.
  shownBy: ({ ids }) => kind !== 'person' || ids.persons === 'unique',
  inject: (tables) => {
    onItemElsewhere(tables, kind, found, isOwner);
  },
});

const deletedThere = (call: Call, { draft, item }: ItemOnOtherDraft): void => {
  call.draft = draft;
  call.item = item;
};

/** D7: a framework that does not support a body of DELETE. */
const refusesEmptyObject = (kind: 'car' | 'metadata', cause: Cause, status: number): Fault => {
  const operation = `travel.${kind}-delete` as const;
  return {
    id: `${kind}-deletion-refuses-empty-object`,
    breaks: { requirement: `${PREFIXES[kind]}-04`, operation },
    confinedTo: operation,
    what: `Delete ${kind === 'car' ? 'Car' : 'Metadata'} answers ${status} to the empty object that the specification shows as its body.`,
    inject: (tables) => {
      beforeHandler(tables, operation, ({ bytes }) => {
        if (bytes !== undefined) throw new Refusal(cause, 'a DELETE carries no body');
      });
    },
  };
};

/** Deletions that keep the item, affect other drafts, or refuse their empty body. */
export const faults: readonly Fault[] = [
  // Deletions that answer 200 and keep the item.
  leaves(
    'deleted-car-stays',
    'car',
    'Delete Car answers 200 and leaves the car on the draft.',
    () => true,
  ),
  leaves(
    'last-car-is-never-deleted',
    'car',
    'Delete Car answers 200 for the only car of a draft and leaves it there.',
    isAlone,
  ),
  leaves(
    'deleted-car-stays-on-a-priced-draft',
    'car',
    'Delete Car answers 200 once the draft has had a price, and leaves the car on the draft.',
    (call) => draftOf(call).priceRequests.length > 0,
  ),
  leaves(
    'first-of-several-persons-is-never-deleted',
    'person',
    'Delete Person answers 200 for the first of several persons and leaves it on the draft.',
    (call) => isFirst(call) && !isAlone(call),
  ),
  leaves(
    'deleted-person-stays',
    'person',
    'Delete Person answers 200 and leaves the person on the draft.',
    () => true,
  ),
  leaves(
    'deleted-metadata-stays',
    'metadata',
    'Delete Metadata answers 200 and leaves the key on the draft.',
    () => true,
  ),
  // Deletions that look up the item on other drafts, too.
  elsewhere(
    'car-deleted-through-another-draft',
    'car',
    'Delete Car looks for the car on every draft of the client and deletes it there.',
    deletedThere,
  ),
  elsewhere(
    'person-refused-but-deleted-through-another-draft',
    'person',
    'Delete Person answers 404 for a person of another draft, and deletes it all the same.',
    (_, { draft, item }, refuse) => {
      draft.items.person.delete(String(item.id));
      refuse();
    },
  ),
  elsewhere(
    'person-deleted-through-another-draft',
    'person',
    'Delete Person looks for the person on every draft of the client and deletes it there.',
    deletedThere,
  ),
  elsewhere(
    'metadata-of-another-draft-answered-as-deleted',
    'metadata',
    'Delete Metadata answers 200 for a key of another draft, which it leaves there.',
    (call, { item }) => {
      call.item = item;
    },
  ),
  elsewhere(
    'metadata-deleted-through-another-draft',
    'metadata',
    'Delete Metadata looks for the key on every draft of the client and deletes it there.',
    deletedThere,
  ),
  elsewhere(
    'metadata-deleted-through-a-draft-of-another-client',
    'metadata',
    'Delete Metadata looks for a key on the drafts of all other clients and deletes it there.',
    deletedThere,
    (owner, client) => owner !== client,
  ),
  // Faults in the body of a deletion.
  refusesEmptyObject('car', 'malformed', 400),
  refusesEmptyObject('metadata', 'media-type', 415),
];
