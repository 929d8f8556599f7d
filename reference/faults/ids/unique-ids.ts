import type { RequirementId } from '../../../spec/catalogue.ts';
import { type Line, LINE_TITLES, LINES } from '../../../spec/line.ts';
import type { OperationId } from '../../../spec/operations.ts';
import { type Call, draftOf, itemOf } from '../../call.ts';
import type { Draft, Id } from '../../store.ts';
import type { Fault, NotFaulted } from '../injection/fault.ts';
import { replaceHandler, CallsInFlight, withNextId } from '../injection/side-by-side.ts';
import { beforeHandler, valueInside } from '../injection/stages.ts';

/** The id that a creation reuses instead of a new one, if any. */
type Reuse = (call: Call, fresh: () => Id) => Id | undefined;

/** Kind of object that a creation makes. */
const kindOf = (creation: OperationId) =>
  creation.split(/[.-]/)[1] as 'draft' | 'car' | 'metadata' | 'contract';

const reuses = (
  id: string,
  requirement: string,
  operation: OperationId,
  what: string,
  reuse: () => Reuse,
): Fault => ({
  id,
  breaks: { requirement, operation },
  what,
  inject: (tables) => {
    const choose = reuse();
    replaceHandler(tables, operation, (call, handle) => {
      const next = choose(call, () => tables.newId(kindOf(operation), call.operation.line));
      return handle(next === undefined ? call : withNextId(call, next));
    });
  },
});

/** Gives every nth creation the id of the one before. */
const everyNth = (nth: number) => (): Reuse => {
  let count = 0;
  let last: Id | undefined;
  return (_, fresh) => {
    count += 1;
    if (count % nth !== 0 || last === undefined) last = fresh();
    return last;
  };
};

/** One id for all creations with the same `keyOf`. */
const oneIdPerKey = (keyOf: (call: Call) => unknown) => (): Reuse => {
  const ids = new Map<unknown, Id>();
  return (call, fresh) => {
    const key = keyOf(call);
    if (key === undefined) return undefined;
    const id = ids.get(key) ?? fresh();
    ids.set(key, id);
    return id;
  };
};

/** Ids derived only from the car's position on its draft. */
const byPosition = (): Reuse => {
  const counts = new WeakMap<Draft, number>();
  return (call) => {
    const position = (counts.get(draftOf(call)) ?? 0) + 1;
    counts.set(draftOf(call), position);
    return position;
  };
};

/** Gives the second object of a draft, and each after it, the id of the first. */
const reuseFirstId = (): Reuse => {
  const first = new WeakMap<Draft, Id>();
  return (call, fresh) => {
    const id = first.get(draftOf(call)) ?? fresh();
    first.set(draftOf(call), id);
    return id;
  };
};

const secondContract = (line: Line): Fault =>
  reuses(
    `second-${line}-contract-gets-the-id-of-the-first`,
    'UNIQUE-02',
    `${line}.contract-create`,
    `Every second contract of ${LINE_TITLES[line]} gets the contractId of the one before.`,
    everyNth(2),
  );

/** One keyId for all keys of a draft that a careless comparison considers equal. */
const oneIdFor = (id: string, what: string, read: (key: string) => string): Fault => ({
  id,
  breaks: { requirement: 'UNIQUE-04', operation: 'travel.metadata-post' },
  what,
  area: 'sequences',
  inject: (tables) => {
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

/** Number of concurrent calls that count as a crowd. */
const CROWD = 8;

/** Concurrent creations of one group (`groupOf`) get the same id. */
const sharesIds = (
  id: string,
  requirement: RequirementId,
  operation: OperationId,
  what: string,
  groupOf: (call: Call) => unknown,
): Fault => ({
  id,
  breaks: { requirement, operation },
  what,
  area: 'races',
  inject: (tables) => {
    const underWay = new CallsInFlight<unknown>();
    const shared = new Map<unknown, Id>();
    replaceHandler(tables, operation, async (call, handle) => {
      const group = groupOf(call);
      const next = await underWay.wait(group, (count) => {
        if (count === 1) shared.set(group, tables.newId(kindOf(operation), call.operation.line));
        return shared.get(group);
      });
      return handle(next === undefined ? call : withNextId(call, next));
    });
  },
});

const crowdSharesId = (line: Line): Fault => {
  const operation = `${line}.draft-create` as const;
  return {
    id: `${line}-drafts-of-a-crowd-share-an-id`,
    breaks: { requirement: 'UNIQUE-01', operation },
    what: `Eight ${line} drafts that are created concurrently get the same draftId.`,
    area: 'races',
    inject: (tables) => {
      const underWay = new CallsInFlight<Line>();
      let shared: Id | undefined;
      replaceHandler(tables, operation, async (call, handle) => {
        await underWay.wait(line, (count) => {
          if (count === CROWD) shared = tables.newId('draft', line);
        });
        const next = shared;
        if (underWay.on(line) === 0) shared = undefined;
        return handle(next === undefined ? call : withNextId(call, next));
      });
    },
  };
};

/** Ids that are issued twice: in single calls, sequences or concurrent calls. */
export const faults: readonly Fault[] = [
  reuses(
    'fifth-jobloss-draft-gets-the-id-of-the-fourth',
    'UNIQUE-01',
    'jobloss.draft-create',
    'Every fifth jobloss draft gets the draftId of the one before.',
    everyNth(5),
  ),
  ...LINES.map(secondContract),
  reuses(
    'travel-draft-id-made-of-the-email',
    'UNIQUE-01',
    'travel.draft-create',
    'Travel drafts with the same e-mail address get the same draftId.',
    oneIdPerKey(({ body }) => valueInside(body, 'policyholder', 'contact', 'email')),
  ),
  reuses(
    'car-id-counted-on-each-draft',
    'UNIQUE-03',
    'travel.car-post',
    'The carId is the position of the car on its draft, so that cars of two drafts share it.',
    byPosition,
  ),
  reuses(
    'car-id-made-of-the-plate',
    'UNIQUE-03',
    'travel.car-post',
    'Two cars with one plate on a draft get the same carId, whatever their make and model.',
    oneIdPerKey((call) => {
      const plate = call.body['plate'];
      return plate === undefined ? undefined : JSON.stringify([draftOf(call).id, plate]);
    }),
  ),
  reuses(
    'third-car-gets-the-id-of-the-second',
    'UNIQUE-03',
    'travel.car-post',
    'Every third car gets the carId of the one before.',
    everyNth(3),
  ),
  reuses(
    'key-id-of-the-first-key-for-all',
    'UNIQUE-04',
    'travel.metadata-post',
    'Every metadata key of a draft gets the keyId of the first.',
    reuseFirstId,
  ),
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
    what: 'A draft issues the keyId of a deleted metadata key again.',
    area: 'sequences',
    inject: (tables) => {
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
  sharesIds(
    'jobloss-drafts-of-one-customer-share-an-id',
    'UNIQUE-01',
    'jobloss.draft-create',
    'Two jobloss drafts with one e-mail address that are created concurrently get the same draftId.',
    ({ body }) => valueInside(body, 'policyholder', 'contact', 'email') ?? body,
  ),
  crowdSharesId('landlord'),
  sharesIds(
    'car-added-at-once-shares-an-id',
    'UNIQUE-03',
    'travel.car-post',
    'A travel draft gives one id to several cars that are added concurrently.',
    draftOf,
  ),
  sharesIds(
    'metadata-added-at-once-shares-an-id',
    'UNIQUE-04',
    'travel.metadata-post',
    'A travel draft gives one id to several metadata keys that are added concurrently.',
    draftOf,
  ),
];

/** Reason that shared ids of one creation cannot be detected. */
export const notFaulted: readonly NotFaulted[] = [
  {
    ids: /^UNIQUE-01$/,
    on: /^gap\.draft-create$/,
    because: 'All creations have the same body, and equal creations may be one draft (D11).',
  },
];
