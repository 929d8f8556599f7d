import {
  type Agenda,
  agendasOf,
  type Batch,
  batchesOf,
  type Item,
  type NamedSuite,
} from './agendas.ts';
import { announce } from './announce.ts';
import type { SuiteTest, TestResult } from './suite.ts';
import { RunStopped, unlessStopped } from './stop.ts';
import { hasFailed } from './test-verdicts.ts';
import type { Run } from './run.ts';
import { openWorkshop } from './workshop.ts';

/** How a test ended: with a result, unfinished since the run was stopped, or with an error of the harness. */
export interface TestEnd {
  readonly result?: TestResult;
  /** Why the run was stopped before the test could end, or by it. */
  readonly stopped?: string;
  readonly error?: unknown;
}

/**
 * Tests that are under way where so many requests may be: many wait for what another test has asked for. They begin when there
 * is room for their requests, so more of them make nothing wait.
 */
const testsAtOnce = (requests: number): number => Math.max(32, 4 * requests);

/** The end of a test whose exchanges and findings are written: what could not be written is an error of this test. */
const written = ({ flush }: Run, end: TestEnd): TestEnd => {
  try {
    flush();
    return end;
  } catch (error) {
    return end.error === undefined ? { error } : end;
  }
};

const conductOne = async (test: SuiteTest, run: Run): Promise<TestEnd> => {
  const { stop } = run;
  const before = stop.reason();
  // A run that somebody stopped early has seen too little to say what a service always does.
  const isJudged = test.judgesWhatWasSeen === true && stop.isGivenUp();
  if (before !== undefined && !isJudged) return written(run, { stopped: before });
  try {
    const result = await test.conduct();
    return written(run, before === undefined ? { result } : { result, stopped: before });
  } catch (error) {
    const isStopped = error instanceof RunStopped;
    return written(run, isStopped ? { stopped: error.message } : { error });
  }
};

/** Announces the probes of suites, in the background or when they are asked for, each suite once. */
const announcementsOf = (
  run: Run,
  batch: Batch,
): { readonly of: (suite: NamedSuite) => Promise<void>; readonly all: Promise<void> } => {
  const begun = new Map<NamedSuite, Promise<void>>();
  const of = (suite: NamedSuite): Promise<void> => {
    const known = begun.get(suite) ?? announce(run, suite.probes());
    begun.set(suite, known);
    return known;
  };
  const inOrder = async (): Promise<void> => {
    for (const suite of batch) await of(suite);
  };
  return { of, all: inOrder() };
};

/** Conducts what is on an agenda: what is alone on its line at once, anything else in its turn. */
const conductAgenda = async (
  agenda: Agenda,
  inTurn: (item: Item) => Promise<void>,
  atOnce: (item: Item) => Promise<void>,
): Promise<void> => {
  for (const { items, isAlone } of agenda) await Promise.all(items.map(isAlone ? atOnce : inTurn));
};

/**
 * Conducts suites in their order, their tests side by side as far as the target allows, and tells how each ended. Suites
 * overlap but for those that say otherwise. The probes of a suite are announced before its first test, whether or not the run
 * was stopped by then.
 */
export const conductSuites = async (
  run: Run,
  suites: readonly NamedSuite[],
  tell: (test: SuiteTest, end: TestEnd) => void,
): Promise<void> => {
  const { target, plan, stop, client } = run;
  // Once the run was stopped nothing waits: its tests end at once.
  const room = async (): Promise<void> => unlessStopped(() => client.room());
  const workshop = openWorkshop(testsAtOnce(target.limits.concurrency), room);
  const conduct = async (test: SuiteTest): Promise<void> => {
    const end = await conductOne(test, run);
    if (!plan.failFast || !hasFailed(run, end.result?.findings ?? [])) return tell(test, end);
    const stopped = 'stopped after the first fail (--fail-fast)';
    stop.stop(stopped);
    tell(test, { ...end, stopped });
  };
  const mayEndEarly = plan.failFast || plan.maxTime !== undefined;
  for (const batch of batchesOf(suites)) {
    const announced = announcementsOf(run, batch);
    const begin = async ({ suite, test }: Item): Promise<void> => {
      await announced.of(suite);
      await conduct(test);
    };
    const inTurn = (item: Item): Promise<void> => workshop(item.rank, () => begin(item));
    const agendas = agendasOf(batch, mayEndEarly);
    await Promise.all([
      announced.all,
      ...agendas.map((agenda) => conductAgenda(agenda, inTurn, begin)),
    ]);
    for (const { last = [] } of batch) for (const test of last) await conduct(test);
  }
  // An answer may have come since the last test ended.
  run.flush();
};
