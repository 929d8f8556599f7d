import type { Reporter, SerializedError, TestCase, TestModule, TestSuite } from 'vitest/node';
import { startVitest } from 'vitest/node';
import { IS_CHECKOUT, PROJECT, SOURCE_ENDING } from '../client/project.ts';
import { testsAtOnce } from '../suites/conduct-suites.ts';
import { keepProcessListeners } from './process-listeners.ts';
import type { OutcomeCollector, RunProgress } from './suite-outcome.ts';
import { SUITE_THREAD } from './suite-thread.ts';

/**
 * One worker without isolation: one connection pool, one rate limiter, one writer. Deadlines belong to the client. Nothing
 * of the folders above is read: where Assay is a package they are somebody else's.
 */
const ALONE = {
  config: false,
  isolate: false,
  maxWorkers: 1,
  testTimeout: 0,
  hookTimeout: 0,
  retry: 0,
  passWithNoTests: false,
  // What vitest keeps for the next time lies beside the program, where a package is not written to.
  cache: IS_CHECKOUT,
  fsModuleCache: IS_CHECKOUT,
} as const;
/** Node loads all but the shell by itself, and has done so by the time it is wanted: Vite would transform every module. */
const BY_NODE = { inline: [/assay\.suite\.[jt]s$/], external: [/\.[jt]s$/] };
const NOTHING_ABOVE = { css: { postcss: {} }, envDir: false } as const;

/** Tells what only a broken harness produces: anything that fails but is no AssertionError. */
class Collector implements Reporter {
  #executed = 0;
  #collected = 0;
  #hasEnded = false;
  readonly #progress: RunProgress;
  readonly #collector: OutcomeCollector;
  readonly #onInit: () => void;

  constructor(progress: RunProgress, collector: OutcomeCollector, onInit: () => void) {
    this.#progress = progress;
    this.#collector = collector;
    this.#onInit = onInit;
  }

  /** Whether the suites were shown to their end, so that the run is closed. */
  hasShown(): boolean {
    return this.#collected > 0 && this.#hasEnded;
  }

  onInit(): void {
    this.#onInit();
  }

  onTestModuleCollected(module: TestModule): void {
    this.#collected += [...module.children.allTests()].length;
  }

  onTestCaseResult(test: TestCase): void {
    const { stopped } = test.meta();
    this.#executed += 1;
    if (stopped !== undefined) this.#collector.stopped(stopped);
    this.#progress.update(this.#executed, this.#collected, test.name);
    for (const error of test.result().errors ?? []) {
      if (error.name !== 'AssertionError') this.#collector.fault(test.fullName, error);
    }
  }

  onTestSuiteResult(suite: TestSuite): void {
    for (const error of suite.errors()) this.#collector.fault(suite.fullName, error);
  }

  onTestModuleEnd(module: TestModule): void {
    this.#hasEnded = true;
    for (const error of module.errors()) this.#collector.fault(module.relativeModuleId, error);
  }

  onTestRunEnd(_modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    for (const error of errors) this.#collector.fault('outside every test', error);
  }
}

/**
 * Shows the suites that the thread was told to begin as tests of vitest, for these reporters; `requests` is how many the target
 * allows at once. Their verdict is in the run's findings, not here. Resolves to whether they were shown to their end: vitest hardly
 * ever throws.
 */
export const runInVitest = async (
  requests: number,
  reporters: readonly Reporter[],
  progress: RunProgress,
  collector: OutcomeCollector,
): Promise<boolean> => {
  const before = process.exitCode;
  const listenAgain = keepProcessListeners();
  const own = new Collector(progress, collector, listenAgain);
  try {
    const options = {
      ...ALONE,
      server: { deps: BY_NODE },
      root: PROJECT,
      include: [`suites/assay.suite${SOURCE_ENDING}`],
      pool: SUITE_THREAD,
      maxConcurrency: testsAtOnce(requests),
      watch: false,
      reporters: [own, ...reporters],
    };
    const vitest = await startVitest('test', [], options, NOTHING_ABOVE);
    await vitest.close();
    return own.hasShown();
  } finally {
    listenAgain();
    // Vitest's own exit code says nothing about the service: the ledger does.
    process.exitCode = before;
  }
};
