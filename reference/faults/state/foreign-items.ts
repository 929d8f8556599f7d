import type { Draft, Item, ItemKind } from '../../store.ts';
import { type Call, clientOf, draftOf, type Tables } from '../../call.ts';
import type { Fault } from '../fault.ts';
import { ITEM_PARAMETERS } from '../../handlers/items.ts';
import { Refusal } from '../../refusal.ts';
import { instead } from '../side-by-side.ts';

const REQUIREMENTS: Readonly<Record<ItemKind, string>> = {
  car: 'TRAVEL-CAR-03',
  person: 'TRAVEL-PERSON-03',
  metadata: 'TRAVEL-METADATA-03',
};

/** Something of the same client that is on another draft than the call names. */
interface Elsewhere {
  readonly draft: Draft;
  readonly item: Item;
}

/** Does something where a deletion names an item that another draft of the client has; a refusal may be thrown again. */
const whenElsewhere = (
  tables: Tables,
  kind: ItemKind,
  found: (call: Call, elsewhere: Elsewhere, refuse: () => never) => void,
): void => {
  const drafts: Draft[] = [];
  instead(tables, `travel.${kind}-post`, (call, handle) => {
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
        ({ items, owner }) => items[kind].has(id) && owner === clientOf(call).name,
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

const fault = (
  id: string,
  kind: ItemKind,
  what: string,
  found: Parameters<typeof whenElsewhere>[2],
): Fault => ({
  id,
  breaks: { requirement: REQUIREMENTS[kind], operation: `travel.${kind}-delete` },
  what,
  // Where every draft counts its persons anew, one id may be two persons.
  shownBy: ({ ids }) => kind !== 'person' || ids.persons === 'unique',
  sow: (tables) => {
    whenElsewhere(tables, kind, found);
  },
});

/** Deletions that look for the item beyond the draft that the path names. */
export const foreignItemFaults: readonly Fault[] = [
  fault(
    'car-deleted-through-another-draft',
    'car',
    'Delete Car looks for the car on every draft of the client and deletes it there.',
    (call, { draft, item }) => {
      call.draft = draft;
      call.item = item;
    },
  ),
  fault(
    'person-refused-but-deleted-through-another-draft',
    'person',
    'Delete Person answers 404 for a person of another draft, and deletes it all the same.',
    (_, { draft, item }, refuse) => {
      draft.items.person.delete(String(item.id));
      refuse();
    },
  ),
  fault(
    'person-deleted-through-another-draft',
    'person',
    'Delete Person looks for the person on every draft of the client and deletes it there.',
    (call, { draft, item }) => {
      call.draft = draft;
      call.item = item;
    },
  ),
  fault(
    'metadata-of-another-draft-answered-as-deleted',
    'metadata',
    'Delete Metadata answers 200 for a key of another draft, which it leaves there.',
    (call, { item }) => {
      call.item = item;
    },
  ),
  fault(
    'metadata-deleted-through-another-draft',
    'metadata',
    'Delete Metadata looks for the key on every draft of the client and deletes it there.',
    (call, { draft, item }) => {
      call.draft = draft;
      call.item = item;
    },
  ),
];
