import type { Line } from '../spec/line.ts';
import { type Alone, chainLength, type SuiteName } from './suite-order.ts';
import type { Suite, SuiteTest } from './suite.ts';

/** A suite with its name. */
export type NamedSuite = Suite & {
  readonly name: SuiteName;
  /** When it may be conducted; left out: beside anything. */
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

/** What is sent side by side, behind this part (0 to 1) of the chains of calls, and before the others. */
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
  const tests = batch.flatMap((suite) => suite.tests.map((test) => ({ suite, test })));
  const ranked = tests.map((each, rank): Item => ({ ...each, rank }));
  const lines = [...Map.groupBy(ranked, ({ test }): Line | undefined => test.line).values()];
  if (mayEndEarly || lines.length === 1 || !ranked.some(isChain))
    return lines.map((own) => agendaOf(own, 0));
  return inTurns(lines).map((own, at) => {
    const items = own.map((each, nth): Item => ({ ...each, rank: at + nth / own.length }));
    return agendaOf(items, at / (lines.length - 1));
  });
};
