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
export type NamedSuite = Suite & { readonly name: SuiteName };

/** Tests that are under way where so many requests may be: each waits for one answer at a time. */
export const testsAtOnce = (requests: number): number => Math.max(16, requests);

const conductOne = async (test: SuiteTest, stop: StopSignal): Promise<TestEnd> => {
  const before = stop.reason();
  if (before !== undefined) return { stopped: before };
  try {
    return { result: await test.conduct() };
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

/**
 * Conducts one suite after the other, its tests side by side as far as the target allows, and tells how each ended. The
 * probes of a suite are announced before its first test, whether or not the run was stopped by then. Suites do not overlap:
 * what a service mixes up could no longer be told apart where another suite writes drafts meanwhile (D13).
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
  for (const { probes, tests, last = [] } of suites) {
    announce(run, probes());
    await inOrder(tests, atOnce, conduct);
    await inOrder(last, 1, conduct);
  }
};
