import { defineConfig } from 'vitest/config';

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
    passWithNoTests: false,
  },
});
