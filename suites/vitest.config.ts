import { defineConfig } from 'vitest/config';

// One worker without isolation: one connection pool, one rate limiter, one writer; who starts it says which thread that is,
// since a pool that is named here wins. Deadlines belong to the client.
export default defineConfig({
  test: {
    include: ['suites/assay.suite.ts'],
    isolate: false,
    maxWorkers: 1,
    testTimeout: 0,
    hookTimeout: 0,
    retry: 0,
    passWithNoTests: false,
  },
});
