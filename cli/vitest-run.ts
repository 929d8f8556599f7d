import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Reporter, SerializedError, TestCase, TestModule, TestSuite } from 'vitest/node';
import { startVitest } from 'vitest/node';
import { PROJECT } from '../client/project.ts';
import { keepProcessListeners } from './process-listeners.ts';
import { FaultCollector, type SuiteFaults } from './suite-faults.ts';
import { SUITE_THREAD } from './suite-thread.ts';
import { testsAtOnce } from '../suites/conduct-suites.ts';
import { hearOfPatience } from '../suites/patience.ts';
import type { RunPlan } from '../suites/run-plan.ts';

/** What became of the suites' tests. */
export interface SuiteOutcome {
  readonly executed: number;
  /** What is not the service's fault: exit 4. */
  readonly faults: SuiteFaults;
  /** Why the run was stopped before its end; undefined where it was not. */
  readonly stopped: string | undefined;
  /** What the caller asked for and cannot be had; undefined where nothing is. */
  readonly misuse: string | undefined;
}

/** Told how far a run is. */
export interface RunProgress {
  /** Told after every test; the total grows while the suites are collected. */
  readonly update: (done: number, total: number, label: string) => void;
  /** Told in a sentence what the run waits for. */
  readonly note: (sentence: string) => void;
}

/** Counts tests and collects what only a broken harness produces: anything that fails but is no AssertionError. */
class Collector implements Reporter {
  executed = 0;
  #collected = 0;
  stopped: string | undefined;
  misuse: string | undefined;
  readonly #progress: RunProgress;
  readonly #faults: FaultCollector;
  readonly #onInit: () => void;

  constructor(progress: RunProgress, faults: FaultCollector, onInit: () => void) {
    this.#progress = progress;
    this.#faults = faults;
    this.#onInit = onInit;
  }

  onInit(): void {
    this.#onInit();
  }

  onTestModuleCollected(module: TestModule): void {
    this.#collected += [...module.children.allTests()].length;
  }

  onTestCaseResult(test: TestCase): void {
    const result = test.result();
    this.executed += 1;
    this.stopped ??= test.meta().stopped;
    this.#progress.update(this.executed, this.#collected, test.name);
    for (const error of result.errors ?? []) {
      if (error.name === 'LeadsNowhere') this.misuse ??= error.message;
      else if (error.name !== 'AssertionError') this.#faults.add(test.fullName, error);
    }
  }

  onTestSuiteResult(suite: TestSuite): void {
    for (const error of suite.errors()) this.#faults.add(suite.fullName, error);
  }

  onTestModuleEnd(module: TestModule): void {
    for (const error of module.errors()) this.#faults.add(module.relativeModuleId, error);
  }

  onTestRunEnd(_modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    for (const error of errors) this.#faults.add('outside every test', error);
  }
}

/** Milliseconds between two demands: the suites may not listen yet. */
const INSIST = 100;

/** Asks the suites to stop once `stop` is aborted; the returned function ends that. */
const passOn = (stop: AbortSignal, channel: string): (() => void) => {
  const sender = new BroadcastChannel(channel);
  sender.unref();
  const timer = setInterval(() => {
    if (stop.aborted) sender.postMessage(String(stop.reason));
  }, INSIST);
  // Suites that are gone are not waited for.
  timer.unref();
  return () => {
    clearInterval(timer);
    sender.close();
  };
};

/**
 * Runs the suites in one worker of this process, until they end or `stop` is aborted; their verdict is in the run's findings,
 * not here. `atOnce` is how many requests the target allows at once.
 */
export const runSuites = async (
  plan: RunPlan,
  reporters: readonly Reporter[],
  progress: RunProgress,
  stop: AbortSignal,
  atOnce: number,
): Promise<SuiteOutcome> => {
  const before = process.exitCode;
  const machine = new AbortController();
  const faults = new FaultCollector(dirname(plan.files.exchanges), () =>
    machine.abort('stopped, since its files cannot be written'),
  );
  const endPassingOn = passOn(AbortSignal.any([stop, machine.signal]), plan.stopChannel);
  const endHearing = hearOfPatience(plan, progress.note);
  const collector = new Collector(progress, faults, keepProcessListeners());
  try {
    const vitest = await startVitest('test', [], {
      root: PROJECT,
      config: fileURLToPath(new URL('../suites/vitest.config.ts', import.meta.url)),
      pool: SUITE_THREAD,
      maxConcurrency: testsAtOnce(atOnce),
      watch: false,
      provide: { plan },
      reporters: [collector, ...reporters],
    });
    await vitest.close();
  } finally {
    endPassingOn();
    endHearing();
    // Vitest's own exit code says nothing about the service: the ledger does.
    process.exitCode = before;
  }
  const { executed, stopped, misuse } = collector;
  return { executed, faults, stopped, misuse };
};
