import { type Line, LINE_TITLES, LINES } from '../../../spec/line.ts';
import type { Draft, Id } from '../../store.ts';
import { instead, withNextId } from '../side-by-side.ts';
import { type Call, draftOf } from '../../call.ts';
import type { Fault } from '../fault.ts';
import type { OperationId } from '../../../spec/operations.ts';
import { inside } from '../stages.ts';

/** The id that a creation gets instead of a new one, if any. */
type Reuse = (call: Call, fresh: () => Id) => Id | undefined;

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
  sow: (tables) => {
    const choose = reuse();
    const kind = operation.split(/[.-]/)[1] as 'draft' | 'car' | 'metadata' | 'contract';
    instead(tables, operation, (call, handle) => {
      const next = choose(call, () => tables.newId(kind, call.operation.line));
      return handle(next === undefined ? call : withNextId(call, next));
    });
  },
});

/** Every so many-th creation gets the id of the one before. */
const everyNth = (nth: number) => (): Reuse => {
  let count = 0;
  let last: Id | undefined;
  return (_, fresh) => {
    count += 1;
    if (count % nth !== 0 || last === undefined) last = fresh();
    return last;
  };
};

/** One id for all creations of the same kind, as `keyOf` tells them apart. */
const oneFor = (keyOf: (call: Call) => unknown) => (): Reuse => {
  const ids = new Map<unknown, Id>();
  return (call, fresh) => {
    const key = keyOf(call);
    if (key === undefined) return undefined;
    const id = ids.get(key) ?? fresh();
    ids.set(key, id);
    return id;
  };
};

/** Where a car stands on its draft is all that its id says. */
const byPosition = (): Reuse => {
  const counts = new WeakMap<Draft, number>();
  return (call) => {
    const position = (counts.get(draftOf(call)) ?? 0) + 1;
    counts.set(draftOf(call), position);
    return position;
  };
};

/** The second of a draft, and each after it, gets the id of the first. */
const asTheFirst = (): Reuse => {
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

/** Ids that are handed out twice. */
export const sharedIdFaults: readonly Fault[] = [
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
    oneFor(({ body }) => inside(body, 'policyholder', 'contact', 'email')),
  ),
  reuses(
    'car-id-counted-on-each-draft',
    'UNIQUE-03',
    'travel.car-post',
    'The carId is the position of the car on its draft, so that cars of two drafts share it.',
    byPosition,
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
    asTheFirst,
  ),
];
