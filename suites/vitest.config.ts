import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The suite that sends odd requests comes last: a service that does not survive them is judged by then. */
class OddRequestsLast extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isOdd = ({ moduleId }: TestSpecification) => moduleId.endsWith('/observations.suite.ts');
    const sorted = await super.sort(files);
    return [...sorted.filter((file) => !isOdd(file)), ...sorted.filter(isOdd)];
  }
}

// One worker without isolation: one connection pool, one rate limiter, one writer. Deadlines belong to the client.
export default defineConfig({
  test: {
    include: ['suites/**/*.suite.ts'],
    pool: 'threads',
    isolate: false,
    maxWorkers: 1,
    maxConcurrency: 16,
    testTimeout: 0,
    hookTimeout: 0,
    retry: 0,
    sequence: { sequencer: OddRequestsLast },
    passWithNoTests: false,
  },
});
