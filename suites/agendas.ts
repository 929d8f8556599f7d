import type { Line } from '../spec/line.ts';
import type { Alone, SuiteName } from './suite-order.ts';
import type { Suite, SuiteTest } from './suite.ts';

/** A suite with its name. */
export type NamedSuite = Suite & {
  readonly name: SuiteName;
  /** What else may not be sent meanwhile; left out: anything may. */
  readonly alone?: Alone | undefined;
  /** Whether it found something the last time: such suites come before the others begin. */
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
  /** Whether nothing else may be sent to the line meanwhile. */
  readonly isAlone: boolean;
}

/** What is sent to a line, one stage after the other. */
export type Agenda = readonly Stage[];

/** Suites that may overlap. */
export type Batch = readonly NamedSuite[];

/** Suites that may overlap, as far as they follow each other. */
export const batchesOf = (suites: readonly NamedSuite[]): readonly Batch[] => {
  const batches: NamedSuite[][] = [];
  for (const suite of suites) {
    const open = batches.at(-1);
    const fits = (other: NamedSuite): boolean =>
      other.alone !== 'in-the-run' && other.failedLast === suite.failedLast;
    if (open && suite.alone !== 'in-the-run' && open.every(fits)) open.push(suite);
    else batches.push([suite]);
  }
  return batches;
};

/** The part of what is sent to a line side by side that comes before its long chains where other lines have theirs meanwhile. */
const BEFORE_CHAINS = 9 / 10;

const stageOf = (items: readonly Item[], isAlone: boolean): readonly Stage[] =>
  items.length > 0 ? [{ items, isAlone }] : [];

const isChain = ({ suite }: Item): boolean => suite.alone === 'on-its-line';

/** All that is sent side by side before the chains of calls, or behind them; or, on a part of the way, around them. */
const agendaOf = (items: readonly Item[], before: number): Agenda => {
  const shared = items.filter((item) => !isChain(item));
  const suites = Map.groupBy(items.filter(isChain), ({ suite }) => suite);
  const chains = [...suites.values()].flatMap((each) => stageOf(each, true));
  const cut = chains.length > 0 ? Math.ceil(shared.length * before) : shared.length;
  return [...stageOf(shared.slice(0, cut), false), ...chains, ...stageOf(shared.slice(cut), false)];
};

/**
 * The agendas of the lines in a batch. A line's suites that are alone on it are long chains of calls, which wait for one answer
 * after the other: what is sent to other lines has to fill the time. So every second line begins with its chains, and the
 * others have theirs when most of what is sent to them, which comes first, has gone out. Where the run may end early, or there
 * is one line, the broad comes first everywhere.
 */
export const agendasOf = (batch: Batch, mayEndEarly: boolean): readonly Agenda[] => {
  const tests = batch.flatMap((suite) => suite.tests.map((test) => ({ suite, test })));
  const byLine = Map.groupBy(tests.entries(), ([, { test }]): Line | undefined => test.line);
  const isBroadFirst = mayEndEarly || byLine.size === 1;
  return [...byLine.values()].map((own, at) => {
    if (isBroadFirst)
      return agendaOf(
        own.map(([rank, each]) => ({ ...each, rank })),
        1,
      );
    const isChainFirst = at % 2 === 1;
    // Lines get on alike, whatever is to be sent to each.
    const items = own.map(([, each], nth): Item => {
      return { ...each, rank: Number(isChainFirst) + nth / own.length };
    });
    return agendaOf(items, isChainFirst ? 0 : BEFORE_CHAINS);
  });
};
