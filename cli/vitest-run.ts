import { fileURLToPath } from 'node:url';
import type { Reporter, SerializedError, TestCase, TestModule, TestSuite } from 'vitest/node';
import { startVitest } from 'vitest/node';
import { PROJECT } from './project.ts';
import { SUITE_THREAD } from './suite-thread.ts';
import type { RunPlan } from '../suites/run-plan.ts';

/** What became of the suites' tests; `harness` lists what is our own fault (exit 4). */
export interface SuiteOutcome {
  readonly executed: number;
  readonly harness: readonly string[];
  /** Why the run was stopped before its end; undefined where it was not. */
  readonly stopped: string | undefined;
  /** What the caller asked for and cannot be had; undefined where nothing is. */
  readonly misuse: string | undefined;
}

/** Told after every test; the total grows while the suites are collected. */
export type RunProgress = (done: number, total: number, label: string) => void;

const text = (where: string, error: { message: string; stack?: string }) =>
  `${where}: ${error.stack ?? error.message}`;

/** Counts tests and collects what only a broken harness produces: anything that fails but is no AssertionError. */
class Collector implements Reporter {
  executed = 0;
  #collected = 0;
  readonly harness: string[] = [];
  stopped: string | undefined;
  misuse: string | undefined;
  readonly #progress: RunProgress;

  constructor(progress: RunProgress) {
    this.#progress = progress;
  }

  onTestModuleCollected(module: TestModule): void {
    this.#collected += [...module.children.allTests()].length;
  }

  onTestCaseResult(test: TestCase): void {
    const result = test.result();
    this.executed += 1;
    this.stopped ??= test.meta().stopped;
    this.#progress(this.executed, this.#collected, test.name);
    for (const error of result.errors ?? []) {
      if (error.name === 'LeadsNowhere') this.misuse ??= error.message;
      else if (error.name !== 'AssertionError') this.harness.push(text(test.fullName, error));
    }
  }

  onTestSuiteResult(suite: TestSuite): void {
    for (const error of suite.errors()) this.harness.push(text(suite.fullName, error));
  }

  onTestModuleEnd(module: TestModule): void {
    for (const error of module.errors()) this.harness.push(text(module.relativeModuleId, error));
  }

  onTestRunEnd(_modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    for (const error of errors) this.harness.push(text('outside every test', error));
  }
}

/** Runs the suites in one worker of this process; their verdict is in the run's findings, not here. */
export const runSuites = async (
  plan: RunPlan,
  reporters: readonly Reporter[],
  progress: RunProgress,
): Promise<SuiteOutcome> => {
  const before = process.exitCode;
  const collector = new Collector(progress);
  const vitest = await startVitest('test', [], {
    root: PROJECT,
    config: fileURLToPath(new URL('../suites/vitest.config.ts', import.meta.url)),
    pool: SUITE_THREAD,
    watch: false,
    provide: { plan },
    reporters: [collector, ...reporters],
  });
  await vitest.close();
  // Vitest's own exit code says nothing about the service: the ledger does.
  process.exitCode = before;
  const { executed, harness, stopped, misuse } = collector;
  return { executed, harness, stopped, misuse };
};
