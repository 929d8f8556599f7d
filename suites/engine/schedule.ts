import type { Line } from '../../spec/line.ts';
import { type Exclusivity, chainLength, type SuiteName } from './suite-order.ts';
import type { Suite, SuiteTest } from './suite.ts';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** A suite with its name. */
export type NamedSuite = Suite & {
  readonly name: SuiteName;
  /** Constraint on concurrency; left out: none. */
  readonly alone?: Exclusivity | undefined;
  /** True if it had findings in the previous run: such suites come first. */
  readonly failedLast?: boolean;
};

/** A test and its suite. */
export interface Item {
  readonly suite: NamedSuite;
  readonly test: SuiteTest;
  /** Its position in the start order of tests. */
  readonly rank: number;
}

/** Tests that may run concurrently. */
export interface Stage {
  readonly items: readonly Item[];
  /** True if nothing else may be sent to the line at the same time. */
  readonly isExclusive: boolean;
}

/** Stages of a line, one after the other. */
export type Schedule = readonly Stage[];

/** Suites that may overlap. */
export type Batch = readonly NamedSuite[];

/** Suites that may overlap, grouped in order. */
export const batchesOf = (suites: readonly NamedSuite[]): readonly Batch[] => {
  const batches: NamedSuite[][] = [];
  for (const suite of suites) {
    const open = batches.at(-1);
    const fits = (other: NamedSuite): boolean =>
      other.failedLast === suite.failedLast &&
      (suite.alone !== 'behind-all' || other.alone === 'behind-all');
    if (open?.every(fits)) open.push(suite);
    else batches.push([suite]);
  }
  return batches;
};

const stageOf = (items: readonly Item[], isExclusive: boolean): readonly Stage[] =>
  items.length > 0 ? [{ items, isExclusive }] : [];

const isChain = ({ suite }: Pick<Item, 'suite'>): boolean => suite.alone === 'on-its-line';

const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0);

/** The first chains, up to this part (0 to 1) of all calls in a line's chains. */
const firstChains = (chains: Schedule, part: number): ReadonlySet<Stage> => {
  const lengthOf = ({ items }: Stage): number => chainLength(items[0]?.suite.name);
  const most = Math.round(part * sum(chains.map(lengthOf)));
  const first = new Set<Stage>();
  for (const chain of chains.toSorted((a, b) => lengthOf(b) - lengthOf(a)))
    if (sum([...first, chain].map(lengthOf)) <= most) first.add(chain);
  return first;
};

/** Chains of calls: the tests of a suite together, or each test that must run alone. */
const chainsIn = (items: readonly Item[]): Schedule =>
  [...Map.groupBy(items, ({ suite, test }) => (test.isSerial ? test : suite)).values()].flatMap(
    (each) => stageOf(each, true),
  );

/** Schedule of a line. Its concurrent tests come after this part (0 to 1) of its chains of calls, and before the rest. */
const scheduleOf = (items: readonly Item[], part: number): Schedule => {
  const shared = items.filter((item) => !isChain(item));
  const chains = chainsIn(items.filter(isChain));
  const first = firstChains(chains, part);
  return [
    ...chains.filter((chain) => first.has(chain)),
    ...stageOf(shared, false),
    ...chains.filter((chain) => !first.has(chain)),
  ];
};

/** The longest chains first and last: the lines in between have time for chains on both sides. */
const longestOutermost = <Own extends readonly Pick<Item, 'suite'>[]>(
  lines: readonly Own[],
): readonly Own[] => {
  const lengthOf = (own: Own): number => own.filter(isChain).length;
  const [first, last, ...others] = lines.toSorted((a, b) => lengthOf(b) - lengthOf(a));
  return [first, ...others, last].filter((own) => own !== undefined);
};

/**
 * Schedules of the lines in a batch. Suites with exclusive use of a line are long chains of dependent calls, so requests to
 * other lines have to fill the time. Lines take turns: one at a time runs its concurrent suites while the others run their
 * chains. With a single line, or if the run may end early, the broad suites come first everywhere.
 */
export const schedulesOf = (batch: Batch, mayEndEarly: boolean): readonly Schedule[] => {
  const tests = batch.flatMap((suite) =>
    suite.tests.filter(({ isLast }) => !isLast).map((test) => ({ suite, test })),
  );
  const ranked = tests.map((each, rank): Item => ({ ...each, rank }));
  const lines = [...Map.groupBy(ranked, ({ test }): Line | undefined => test.line).values()];
  if (mayEndEarly || lines.length === 1 || !ranked.some(isChain))
    return lines.map((own) => scheduleOf(own, 0));
  return longestOutermost(lines).map((own, at) => {
    const items = own.map((each, nth): Item => ({ ...each, rank: at + nth / own.length }));
    return scheduleOf(items, at / (lines.length - 1));
  });
};

/** A task that has not started. */
interface Waiting {
  readonly rank: number;
  readonly begin: () => void;
}

/** Runs tasks by priority: the waiting task with the lowest rank starts first. */
type PriorityPool = <Result>(rank: number, work: () => Promise<Result>) => Promise<Result>;

/**
 * A pool for a number of concurrent tasks. Starts the next task whenever `room` resolves, which must not reject: so the
 * connections are busy, and few requests queue.
 */
export const openPriorityPool = (atOnce: number, room: () => Promise<void>): PriorityPool => {
  const waiting: Waiting[] = [];
  let [underWay, isBeginning] = [0, false];

  const beginAll = async (): Promise<void> => {
    if (isBeginning) return;
    isBeginning = true;
    while (waiting.length > 0 && underWay < atOnce) {
      await room();
      underWay += 1;
      waiting.shift()?.begin();
      // The task occupies its slot only once it has sent its requests.
      await nextTurn();
    }
    isBeginning = false;
  };

  return async (rank, work) => {
    await new Promise<void>((begin) => {
      const at = waiting.findLastIndex((each) => each.rank <= rank) + 1;
      waiting.splice(at, 0, { rank, begin });
      void beginAll();
    });
    try {
      return await work();
    } finally {
      underWay -= 1;
      void beginAll();
    }
  };
};

/** Concurrency that keeps a test from becoming a long chain of calls; more would delay the other tests. */
const AT_ONCE = 4;

/**
 * Runs the work of all items with limited concurrency, started in order; returns the results in order. `earlier` resolves when
 * all earlier items have settled, so that output can be written in the order of the items. Throws the first error once all work
 * in flight has ended.
 */
export const mapConcurrently = async <Item, Result>(
  items: readonly Item[],
  work: (item: Item, earlier: Promise<unknown>) => Promise<readonly Result[]>,
): Promise<readonly Result[]> => {
  const results: (readonly Result[])[] = [];
  const begun: Promise<unknown>[] = [];
  const lost: unknown[] = [];
  const queue = items.entries();
  const worker = async (): Promise<void> => {
    for (const [at, item] of queue) {
      if (lost.length > 0) return;
      const own = work(item, Promise.allSettled(begun.slice()));
      begun.push(own);
      try {
        results[at] = await own;
      } catch (error) {
        lost.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, items.length) }, worker));
  if (lost.length > 0) throw lost[0];
  return results.flat();
};
