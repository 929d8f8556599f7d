import type { Line } from '../../spec/line.ts';
import { type Alone, chainLength, type SuiteName } from './suite-order.ts';
import type { Suite, SuiteTest } from './suite.ts';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** A suite with its name. */
export type NamedSuite = Suite & {
  readonly name: SuiteName;
  /** When it may be conducted; left out: beside anything. */
  readonly alone?: Alone | undefined;
  /** True if it found something the last time: such suites come before the others begin. */
  readonly failedLast?: boolean;
};

/** A test, and the suite that it is of. */
export interface Item {
  readonly suite: NamedSuite;
  readonly test: SuiteTest;
  /** Its place in the order in which tests begin. */
  readonly rank: number;
}

/** Tests that may be under way side by side. */
export interface Stage {
  readonly items: readonly Item[];
  /** True if nothing else may be sent to the line meanwhile. */
  readonly isAlone: boolean;
}

/** Stages of a line, one after the other. */
export type Agenda = readonly Stage[];

/** Suites that may overlap. */
export type Batch = readonly NamedSuite[];

/** Suites that may overlap, as far as they follow each other. */
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

const stageOf = (items: readonly Item[], isAlone: boolean): readonly Stage[] =>
  items.length > 0 ? [{ items, isAlone }] : [];

const isChain = ({ suite }: Pick<Item, 'suite'>): boolean => suite.alone === 'on-its-line';

const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0);

/** The chains that come first, so that they are at most this part (0 to 1) of all calls of a line's chains. */
const firstChains = (chains: Agenda, part: number): ReadonlySet<Stage> => {
  const lengthOf = ({ items }: Stage): number => chainLength(items[0]?.suite.name);
  const most = Math.round(part * sum(chains.map(lengthOf)));
  const first = new Set<Stage>();
  for (const chain of chains.toSorted((a, b) => lengthOf(b) - lengthOf(a)))
    if (sum([...first, chain].map(lengthOf)) <= most) first.add(chain);
  return first;
};

/** The tests of a suite side by side, but for those that go one after the other. */
const chainsIn = (items: readonly Item[]): Agenda =>
  [...Map.groupBy(items, ({ suite, test }) => (test.isInTurn ? test : suite)).values()].flatMap(
    (each) => stageOf(each, true),
  );

/** Agenda of a line: what goes side by side comes behind this part (0 to 1) of its chains of calls, and before the others. */
const agendaOf = (items: readonly Item[], part: number): Agenda => {
  const shared = items.filter((item) => !isChain(item));
  const chains = chainsIn(items.filter(isChain));
  const first = firstChains(chains, part);
  return [
    ...chains.filter((chain) => first.has(chain)),
    ...stageOf(shared, false),
    ...chains.filter((chain) => !first.has(chain)),
  ];
};

/** The longest chains first and last: whoever is in between has time for chains on both sides. */
const inTurns = <Own extends readonly Pick<Item, 'suite'>[]>(
  lines: readonly Own[],
): readonly Own[] => {
  const lengthOf = (own: Own): number => own.filter(isChain).length;
  const [first, last, ...others] = lines.toSorted((a, b) => lengthOf(b) - lengthOf(a));
  return [first, ...others, last].filter((own) => own !== undefined);
};

/**
 * The agendas of the lines in a batch. A line's suites that are alone on it are long chains of calls, which wait for one answer
 * after the other: what is sent to other lines has to fill the time. So the lines take turns: one after the other has sent to it
 * what goes side by side, while the others have their chains. Where there is one line, or the run may end early, the broad
 * comes first everywhere.
 */
export const agendasOf = (batch: Batch, mayEndEarly: boolean): readonly Agenda[] => {
  const tests = batch.flatMap((suite) =>
    suite.tests.filter(({ isLast }) => !isLast).map((test) => ({ suite, test })),
  );
  const ranked = tests.map((each, rank): Item => ({ ...each, rank }));
  const lines = [...Map.groupBy(ranked, ({ test }): Line | undefined => test.line).values()];
  if (mayEndEarly || lines.length === 1 || !ranked.some(isChain))
    return lines.map((own) => agendaOf(own, 0));
  return inTurns(lines).map((own, at) => {
    const items = own.map((each, nth): Item => ({ ...each, rank: at + nth / own.length }));
    return agendaOf(items, at / (lines.length - 1));
  });
};

/** A piece of work that has not begun. */
interface Waiting {
  readonly rank: number;
  readonly begin: () => void;
}

/** Does work in its turn: of what waits the lowest rank begins first. */
type Workshop = <Result>(rank: number, work: () => Promise<Result>) => Promise<Result>;

/**
 * A workshop for so much work at once, the next of which begins whenever `room` comes true, which must not throw: so as much
 * is under way as may be, and little of it waits.
 */
export const openWorkshop = (atOnce: number, room: () => Promise<void>): Workshop => {
  const waiting: Waiting[] = [];
  let [underWay, isBeginning] = [0, false];

  const beginAll = async (): Promise<void> => {
    if (isBeginning) return;
    isBeginning = true;
    while (waiting.length > 0 && underWay < atOnce) {
      await room();
      underWay += 1;
      waiting.shift()?.begin();
      // Until it has asked for what it needs there only seems to be room.
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

/** So many keep a test from being a long chain of calls; more would make the other tests wait. */
const AT_ONCE = 4;

/**
 * Does the work of all items, a few at once and begun in their order; what came of each, in that order. `earlier` comes true when
 * all items before have ended, however they did: what is written then stands in the order of the items, whoever was quicker.
 * Throws what one throws, once nothing is under way any more.
 */
export const sideBySide = async <Item, Result>(
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
