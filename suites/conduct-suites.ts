import { announce } from './announce.ts';
import type { SuiteName } from './suite-order.ts';
import type { Suite, SuiteTest, TestResult } from './suite.ts';
import { type StopSignal, RunStopped } from './stop.ts';
import { hasFailed } from './test-verdicts.ts';
import type { Run } from './run.ts';

/** How a test ended: with a result, unfinished since the run was stopped, or with an error of the harness. */
export interface TestEnd {
  readonly result?: TestResult;
  /** Why the run was stopped before the test could end, or by it. */
  readonly stopped?: string;
  readonly error?: unknown;
}

/** A suite with its name. */
export type NamedSuite = Suite & {
  readonly name: SuiteName;
  /** Whether no other suite may send anything meanwhile. */
  readonly alone: boolean;
  /** Whether it found something the last time: such suites come before the others begin. */
  readonly failedLast?: boolean;
};

/**
 * Tests that are under way where so many requests may be: each waits for one answer at a time, or for what another test has
 * asked for.
 */
export const testsAtOnce = (requests: number): number => Math.max(16, 2 * requests);

const conductOne = async (test: SuiteTest, stop: StopSignal): Promise<TestEnd> => {
  const before = stop.reason();
  // A run that somebody stopped early has seen too little to say what a service always does.
  const isJudged = test.judgesWhatWasSeen === true && stop.isGivenUp();
  if (before !== undefined && !isJudged) return { stopped: before };
  try {
    const result = await test.conduct();
    return before === undefined ? { result } : { result, stopped: before };
  } catch (error) {
    return error instanceof RunStopped ? { stopped: error.message } : { error };
  }
};

/** Does the work of all items, at most so many at once, in their order. */
const inOrder = async <Item>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<void>,
): Promise<void> => {
  const queue = items.values();
  const worker = async (): Promise<void> => {
    for (const item of queue) await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker));
};

/** Suites that may overlap, as far as they follow each other. */
const batchesOf = (suites: readonly NamedSuite[]): readonly (readonly NamedSuite[])[] => {
  const batches: NamedSuite[][] = [];
  for (const suite of suites) {
    const open = batches.at(-1);
    const fits = (other: NamedSuite): boolean =>
      !other.alone && other.failedLast === suite.failedLast;
    if (open && !suite.alone && open.every(fits)) open.push(suite);
    else batches.push([suite]);
  }
  return batches;
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
  const atOnce = testsAtOnce(run.target.limits.concurrency);
  const conduct = async (test: SuiteTest): Promise<void> => {
    const end = await conductOne(test, run.stop);
    if (!run.plan.failFast || !hasFailed(run, end.result?.findings ?? [])) return tell(test, end);
    const stopped = 'stopped after the first fail (--fail-fast)';
    run.stop.stop(stopped);
    tell(test, { ...end, stopped });
  };
  for (const batch of batchesOf(suites)) {
    const steps = batch.flatMap(({ probes, tests }) => [
      async () => announce(run, probes()),
      ...tests.map((test) => () => conduct(test)),
    ]);
    await inOrder(steps, atOnce, (step) => step());
    await inOrder(
      batch.flatMap(({ last = [] }) => last),
      1,
      conduct,
    );
  }
};
