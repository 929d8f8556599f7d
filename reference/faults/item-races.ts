import type { Draft, Id, ItemKind } from '../store.ts';
import { UnderWay, instead, pause, withNextId } from './side-by-side.ts';
import type { Fault } from './fault.ts';
import { draftOf } from '../call.ts';

const KINDS = {
  car: { name: 'cars', kept: 'TRAVEL-CAR-02', unique: 'UNIQUE-03' },
  person: { name: 'persons', kept: 'TRAVEL-PERSON-02', unique: undefined },
  metadata: { name: 'metadata keys', kept: 'TRAVEL-METADATA-02', unique: 'UNIQUE-04' },
} as const satisfies Record<ItemKind, unknown>;

/** Of what is added to a draft at once only what was written last is kept. */
const loses = (kind: ItemKind): Fault => ({
  id: `${kind}-added-at-once-is-lost`,
  breaks: { requirement: KINDS[kind].kept, operation: `travel.${kind}-post` },
  what: `A travel draft keeps only the last of several ${KINDS[kind].name} that are added at once.`,
  area: 'races',
  sow: (tables) => {
    instead(tables, `travel.${kind}-post`, async (call, handle) => {
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

/** What is added to a draft at once gets one id. */
const sharesIds = (kind: 'car' | 'metadata'): Fault => ({
  id: `${kind}-added-at-once-shares-an-id`,
  breaks: { requirement: KINDS[kind].unique, operation: `travel.${kind}-post` },
  what: `A travel draft gives one id to several ${KINDS[kind].name} that are added at once.`,
  area: 'races',
  sow: (tables) => {
    const underWay = new UnderWay<Draft>();
    const shared = new WeakMap<Draft, Id>();
    instead(tables, `travel.${kind}-post`, async (call, handle) => {
      const draft = draftOf(call);
      const next = await underWay.wait(draft, (count) => {
        if (count === 1) shared.set(draft, tables.newId(kind, 'travel'));
        return shared.get(draft);
      });
      return handle(next === undefined ? call : withNextId(call, next));
    });
  },
});

/** Faults in what is added to a travel draft by calls that are made at once. */
export const itemRaceFaults: readonly Fault[] = [
  loses('car'),
  loses('person'),
  loses('metadata'),
  sharesIds('car'),
  sharesIds('metadata'),
  {
    id: 'car-post-breaks-down-at-once',
    breaks: { requirement: 'ERROR-01', operation: 'travel.car-post' },
    what: 'Post Car answers 500 while another car is being added to the same draft.',
    area: 'races',
    sow: (tables) => {
      const underWay = new UnderWay<Draft>();
      instead(tables, 'travel.car-post', async (call, handle) => {
        const place = await underWay.wait(draftOf(call), (count) => count);
        if (place > 1) throw new Error('could not serialise access');
        return handle(call);
      });
    },
  },
];
