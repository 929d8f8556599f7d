import { type Call, draftOf, itemOf } from '../../call.ts';
import type { Draft, ItemKind } from '../../store.ts';
import type { Fault } from '../injection/fault.ts';
import { recordHistories } from '../injection/histories.ts';
import { replaceHandler, pause } from '../injection/side-by-side.ts';
import { afterRefusal, beforeHandler } from '../injection/stages.ts';

/** Plural names of items in the description of a fault. */
export const PLURALS: Readonly<Record<ItemKind, string>> = {
  car: 'cars',
  person: 'persons',
  metadata: 'metadata keys',
};

const REQUIREMENTS: Readonly<Record<ItemKind, string>> = {
  car: 'TRAVEL-CAR-02',
  person: 'TRAVEL-PERSON-02',
  metadata: 'TRAVEL-METADATA-02',
};

/** Selects the lost keys among those that existed before, oldest first; `own` is that of the item the call names. */
type Lost = (keys: readonly string[], own: string) => readonly string[];

/** Removes other items when the operation succeeds. */
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
  inject: (tables) => {
    replaceHandler(tables, `travel.${kind}-${verb}`, async (call: Call, handle) => {
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

/** Also deletes metadata whose key is similar to that of the deleted one. */
const losesAlike = (
  id: string,
  what: string,
  isAlike: (own: string, key: string) => boolean,
): Fault => ({
  id,
  breaks: { requirement: REQUIREMENTS.metadata, operation: 'travel.metadata-delete' },
  what,
  inject: (tables) => {
    beforeHandler(tables, 'travel.metadata-delete', (call) => {
      const own = itemOf(call);
      const { metadata } = draftOf(call).items;
      for (const [id, item] of metadata)
        if (item !== own && isAlike(String(own.body['key']), String(item.body['key'])))
          metadata.delete(id);
    });
  },
});

/** Lost update: of items added concurrently to a draft only the last is kept. */
const losesAtOnce = (kind: ItemKind): Fault => ({
  id: `${kind}-added-at-once-is-lost`,
  breaks: { requirement: REQUIREMENTS[kind], operation: `travel.${kind}-post` },
  what: `A travel draft keeps only the last of several ${PLURALS[kind]} that are added concurrently.`,
  area: 'races',
  inject: (tables) => {
    replaceHandler(tables, `travel.${kind}-post`, async (call, handle) => {
      const items = draftOf(call).items[kind];
      const before = [...items];
      await pause();
      const outcome = await handle(call);
      const added = [...items].at(-1);
      items.clear();
      for (const [id, item] of [...before, ...(added ? [added] : [])]) items.set(id, item);
      return outcome;
    });
  },
});

const keysOf = (draft: Draft, kind: ItemKind): readonly string[] => [...draft.items[kind].keys()];

/** Removes an item without a trace of its deletion. */
const drop = (draft: Draft, kind: ItemKind, key: string | undefined): void => {
  if (key !== undefined) draft.items[kind].delete(key);
};

/** Removes the items that have a value in common with the deleted one. */
const losesAkin = (id: string, kind: ItemKind, name: string, what: string): Fault => ({
  id,
  breaks: { requirement: REQUIREMENTS[kind], operation: `travel.${kind}-delete` },
  what,
  inject: (tables) => {
    beforeHandler(tables, `travel.${kind}-delete`, (call) => {
      const own = itemOf(call);
      const items = draftOf(call).items[kind];
      for (const [id, item] of items)
        if (item !== own && item.body[name] === own.body[name]) items.delete(id);
    });
  },
});

/** Additions, changes and deletions that remove other items. */
export const faults: readonly Fault[] = [
  loses(
    'third-car-drops-the-first',
    'car',
    'post',
    'A travel draft keeps only two cars: the third drops the first.',
    (keys) => (keys.length >= 2 ? keys.slice(0, 1) : []),
  ),
  {
    id: 'car-of-the-same-make-replaces-another',
    breaks: { requirement: 'TRAVEL-CAR-02', operation: 'travel.car-post' },
    what: 'Post Car replaces a car of the same make.',
    inject: (tables) => {
      beforeHandler(tables, 'travel.car-post', (call) => {
        const { make } = call.body;
        const items = draftOf(call).items.car;
        for (const [id, { body }] of items)
          if (make !== undefined && body['make'] === make) items.delete(id);
      });
    },
  },
  {
    id: 'refused-car-drops-the-newest',
    breaks: { requirement: 'TRAVEL-CAR-02', operation: 'travel.car-post' },
    what: 'Post Car deletes the newest car of the draft if it refuses a faulty body.',
    inject: (tables) => {
      afterRefusal(tables, 'travel.car-post', (draft) => {
        const newest = [...draft.items.car.keys()].at(-1);
        if (newest !== undefined) draft.items.car.delete(newest);
      });
    },
  },
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
  losesAkin(
    'person-deletion-drops-the-family',
    'person',
    'lastName',
    'Delete Person deletes all persons of the draft with the same last name.',
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
  {
    id: 'third-car-deleted-with-the-second',
    breaks: { requirement: 'TRAVEL-CAR-02', operation: 'travel.car-delete' },
    what: 'Delete Car on the second of three cars also deletes the third.',
    area: 'sequences',
    inject: (tables) => {
      beforeHandler(tables, 'travel.car-delete', (call) => {
        const keys = keysOf(draftOf(call), 'car');
        const isSecond = keys.length === 3 && keys[1] === String(itemOf(call).id);
        if (isSecond) drop(draftOf(call), 'car', keys[2]);
      });
    },
  },
  {
    id: 'first-car-lost-when-one-is-added-after-a-deletion',
    breaks: { requirement: 'TRAVEL-CAR-02', operation: 'travel.car-post' },
    what: 'A draft loses its oldest car if a client deletes one car and adds another.',
    area: 'sequences',
    inject: (tables) => {
      const history = recordHistories(tables);
      beforeHandler(tables, 'travel.car-post', (call) => {
        const draft = draftOf(call);
        if (/car-delete /.test(history(draft))) drop(draft, 'car', keysOf(draft, 'car')[0]);
      });
    },
  },
  {
    id: 'first-person-lost-when-the-second-is-changed-twice',
    breaks: { requirement: 'TRAVEL-PERSON-02', operation: 'travel.person-put' },
    what: 'A draft loses its first person at the second change of the second one.',
    area: 'sequences',
    inject: (tables) => {
      const changes = new WeakMap<object, number>();
      beforeHandler(tables, 'travel.person-put', (call) => {
        const item = itemOf(call);
        const draft = draftOf(call);
        const count = (changes.get(item) ?? 0) + 1;
        changes.set(item, count);
        const [first, second] = keysOf(draft, 'person');
        if (count === 2 && second === String(item.id)) drop(draft, 'person', first);
      });
    },
  },
  losesAlike(
    'metadata-deletion-takes-keys-that-begin-alike',
    'Delete Metadata also deletes the keys that begin with the deleted one.',
    (own, key) => key.startsWith(own),
  ),
  losesAlike(
    'metadata-deletion-takes-keys-that-it-begins-with',
    'Delete Metadata also deletes the keys that the deleted one begins with.',
    (own, key) => own.startsWith(key),
  ),
  losesAtOnce('car'),
  losesAtOnce('person'),
  losesAtOnce('metadata'),
];
