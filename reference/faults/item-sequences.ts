import type { Draft, ItemKind } from '../store.ts';
import { draftOf, itemOf } from '../call.ts';
import type { Fault } from './fault.ts';
import { beforeHandler } from './stages.ts';
import { remember } from './histories.ts';

const keysOf = (draft: Draft, kind: ItemKind): readonly string[] => [...draft.items[kind].keys()];

/** Forgets an item, and that it ever was. */
const drop = (draft: Draft, kind: ItemKind, key: string | undefined): void => {
  if (key !== undefined) draft.items[kind].delete(key);
};

/** One keyId for all keys of a draft that a careless comparison takes for one. */
const oneIdFor = (id: string, what: string, read: (key: string) => string): Fault => ({
  id,
  breaks: { requirement: 'UNIQUE-04', operation: 'travel.metadata-post' },
  what,
  area: 'sequences',
  sow: (tables) => {
    const ids = new WeakMap<Draft, Map<string, string | number>>();
    const { newId } = tables;
    const post = tables.handlers['travel.metadata-post'];
    tables.handlers['travel.metadata-post'] = (call) => {
      const draft = draftOf(call);
      const known = ids.get(draft) ?? new Map<string, string | number>();
      ids.set(draft, known);
      const key = read(String(call.body['key']));
      const own = known.get(key) ?? newId('metadata', 'travel');
      known.set(key, own);
      tables.newId = () => own;
      try {
        return post(call);
      } finally {
        tables.newId = newId;
      }
    };
  },
});

/** Faults of cars, persons and metadata that only a certain sequence of calls brings to light. */
export const itemSequenceFaults: readonly Fault[] = [
  {
    id: 'third-car-deleted-with-the-second',
    breaks: { requirement: 'TRAVEL-CAR-02', operation: 'travel.car-delete' },
    what: 'Delete Car on the second of three cars also deletes the third.',
    area: 'sequences',
    sow: (tables) => {
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
    sow: (tables) => {
      const history = remember(tables);
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
    sow: (tables) => {
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
  oneIdFor(
    'key-ids-without-their-case',
    'Travel gives one keyId to metadata keys that differ only in case.',
    (key) => key.toLowerCase(),
  ),
  oneIdFor(
    'key-ids-cut-short',
    'Travel gives one keyId to metadata keys with the same first ten characters.',
    (key) => key.slice(0, 10),
  ),
  {
    id: 'key-id-of-a-deleted-key-handed-out-again',
    breaks: { requirement: 'UNIQUE-04', operation: 'travel.metadata-post' },
    what: 'A draft hands out the keyId of a deleted metadata key again.',
    area: 'sequences',
    sow: (tables) => {
      const freed = new WeakMap<Draft, string>();
      beforeHandler(tables, 'travel.metadata-delete', (call) => {
        freed.set(draftOf(call), String(itemOf(call).id));
      });
      const { newId } = tables;
      const post = tables.handlers['travel.metadata-post'];
      tables.handlers['travel.metadata-post'] = (call) => {
        const id = freed.get(draftOf(call));
        tables.newId = id === undefined ? newId : () => id;
        try {
          return post(call);
        } finally {
          tables.newId = newId;
        }
      };
    },
  },
];
