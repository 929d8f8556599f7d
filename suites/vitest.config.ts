import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { inSuiteOrder } from './suite-order.ts';

/** The most telling suites first, whatever vitest remembers of earlier runs. */
class MostTellingFirst extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const plan = files[0]?.project.getProvidedContext().plan;
    const failed = (plan?.lastFailures ?? []).flatMap(({ test }) => test ?? []);
    return Promise.resolve([...inSuiteOrder(files, ({ moduleId }) => moduleId, failed)]);
  }
}

// One worker without isolation: one connection pool, one rate limiter, one writer; who starts it says which thread that is,
// since a pool that is named here wins. Deadlines belong to the client.
export default defineConfig({
  test: {
    include: ['suites/**/*.suite.ts'],
    isolate: false,
    maxWorkers: 1,
    maxConcurrency: 16,
    testTimeout: 0,
    hookTimeout: 0,
    retry: 0,
    sequence: { sequencer: MostTellingFirst },
    passWithNoTests: false,
  },
});
