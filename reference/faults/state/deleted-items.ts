import { type Call, draftOf, itemOf } from '../../call.ts';
import type { Fault } from '../fault.ts';
import type { ItemKind } from '../../store.ts';
import { instead } from '../side-by-side.ts';

const REQUIREMENTS: Readonly<Record<ItemKind, string>> = {
  car: 'TRAVEL-CAR-01',
  person: 'TRAVEL-PERSON-01',
  metadata: 'TRAVEL-METADATA-01',
};

/** Answers a deletion as it should be, and leaves the item where it was where `stays` says so. */
const leaves = (
  id: string,
  kind: ItemKind,
  what: string,
  stays: (call: Call) => boolean,
): Fault => ({
  id,
  breaks: { requirement: REQUIREMENTS[kind], operation: `travel.${kind}-delete` },
  what,
  // D6: a second deletion and a put succeed on it, which says something only where both are refused for unknown ids.
  shownBy: ({ items, errors }) => items.unknownPut === 'refused' && errors.unknown === 404,
  sow: (tables) => {
    instead(tables, `travel.${kind}-delete`, async (call, handle) => {
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

/** Deletions that are answered with 200 and leave what was to be deleted. */
export const deletedItemFaults: readonly Fault[] = [
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
];
