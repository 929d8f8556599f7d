import { join } from 'node:path';
import {
  startVitest,
  type Reporter,
  type SerializedError,
  type TestModule,
  type TestRunEndReason,
} from 'vitest/node';

/**
 * Runs the project's tests whose paths contain one of the filters, and prints failed and skipped ones. Without a filter
 * it runs all tests, with a drawn part of each long table (`drawn`). `testNamePattern`: only tests whose names match it.
 */
export const runTests = async (
  root: string,
  filters: readonly string[],
  print: (line: string) => void,
  testNamePattern?: string,
): Promise<TestCounts> => {
  const counting = new CountingReporter();
  const vitest = await startVitest('test', [...filters], {
    root,
    config: join(root, 'vitest.config.ts'),
    watch: false,
    ...(testNamePattern === undefined ? {} : { testNamePattern }),
    // Named tests run all their rows.
    provide: { drawsTables: filters.length === 0 && testNamePattern === undefined },
    // A file is empty at a commit at which none of its tests has its turn.
    passWithNoTests: filters.length === 0 && testNamePattern === undefined,
    reporters: ['default', counting],
  });
  await vitest.close();
  // Vitest skips what the pattern does not match.
  if (testNamePattern !== undefined) return { ...counting.counts, skipped: 0 };
  for (const skip of counting.skips) print(`skipped: ${skip}`);
  return counting.counts;
};

/** Number of passed, failed and skipped tests; what could not run is failed. */
export interface TestCounts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** Counts tests, including modules that fail to load, failed hooks and errors outside tests. */
class CountingReporter implements Reporter {
  /** Final once the run has ended. */
  counts: TestCounts = { passed: 0, failed: 0, skipped: 0 };
  /** One line per skipped test: place, name and reason. */
  readonly skips: string[] = [];

  onTestRunEnd(
    modules: readonly TestModule[],
    unhandled: readonly SerializedError[],
    reason: TestRunEndReason,
  ): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const suites = modules.flatMap((module) => [...module.children.allSuites()]);
    const errors = [...modules, ...suites].flatMap((owner) => owner.errors());
    const of = (state: string): number =>
      tests.filter((found) => found.result().state === state).length;
    for (const found of tests) {
      const result = found.result();
      if (result.state === 'skipped')
        this.skips.push(
          `${found.module.relativeModuleId} > ${found.fullName}: ${result.note ?? 'no reason given'}`,
        );
    }
    this.counts = {
      passed: of('passed'),
      failed:
        of('failed') +
        of('pending') +
        errors.length +
        unhandled.length +
        (reason === 'interrupted' ? 1 : 0),
      skipped: of('skipped'),
    };
  }
}

/** Last line of a test run. */
export const countLine = ({ passed, failed, skipped }: TestCounts): string =>
  `${passed} passed, ${failed} failed, ${skipped} skipped`;
