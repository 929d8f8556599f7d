import { type Call, draftOf, itemOf } from '../../call.ts';
import type { Fault } from '../fault.ts';
import type { ItemKind } from '../../store.ts';
import { instead } from '../side-by-side.ts';

const REQUIREMENTS: Readonly<Record<ItemKind, string>> = {
  car: 'TRAVEL-CAR-02',
  person: 'TRAVEL-PERSON-02',
  metadata: 'TRAVEL-METADATA-02',
};

/** Of the keys that were there before, oldest first, those that are lost; `own` is that of the item the call names. */
type Lost = (keys: readonly string[], own: string) => readonly string[];

/** Takes other items away when the operation succeeds. */
const loses = (
  id: string,
  kind: ItemKind,
  verb: 'post' | 'put' | 'delete',
  what: string,
  lost: Lost,
): Fault => ({
  id,
  breaks: { requirement: REQUIREMENTS[kind], operation: `travel.${kind}-${verb}` },
  what,
  sow: (tables) => {
    instead(tables, `travel.${kind}-${verb}`, async (call: Call, handle) => {
      const items = draftOf(call).items[kind];
      const keys = [...items.keys()];
      const own = verb === 'post' ? '' : String(itemOf(call).id);
      const outcome = await handle(call);
      for (const key of lost(keys, own)) items.delete(key);
      return outcome;
    });
  },
});

const after: Lost = (keys, own) => keys.slice(keys.indexOf(own) + 1, keys.indexOf(own) + 2);
const others: Lost = (keys, own) => keys.filter((key) => key !== own);

/** Additions, changes and deletions that take more than they name. */
export const keptItemFaults: readonly Fault[] = [
  loses(
    'third-car-drops-the-first',
    'car',
    'post',
    'A travel draft keeps only two cars: the third drops the first.',
    (keys) => (keys.length >= 2 ? keys.slice(0, 1) : []),
  ),
  loses(
    'car-put-drops-the-next',
    'car',
    'put',
    'Put Car drops the car that was added after the one that it changes.',
    after,
  ),
  loses(
    'car-delete-drops-all',
    'car',
    'delete',
    'Delete Car deletes every car of the draft.',
    others,
  ),
  loses(
    'person-post-replaces-the-one-before',
    'person',
    'post',
    'Post Person replaces the person that was added before.',
    (keys) => keys.slice(-1),
  ),
  loses(
    'person-put-leaves-one',
    'person',
    'put',
    'Put Person leaves the person that it changes and no other.',
    others,
  ),
  loses(
    'person-delete-drops-the-next',
    'person',
    'delete',
    'Delete Person also deletes the person that was added after it.',
    after,
  ),
  loses(
    'fourth-key-drops-the-first',
    'metadata',
    'post',
    'A travel draft keeps only three keys: the fourth drops the first.',
    (keys) => (keys.length >= 3 ? keys.slice(0, 1) : []),
  ),
  loses(
    'metadata-put-drops-the-first',
    'metadata',
    'put',
    'Put Metadata drops the first other key of the draft.',
    (keys, own) => others(keys, own).slice(0, 1),
  ),
  loses(
    'metadata-delete-drops-all-but-one',
    'metadata',
    'delete',
    'Delete Metadata deletes every other key but the newest.',
    (keys, own) => others(keys, own).slice(0, -1),
  ),
];
