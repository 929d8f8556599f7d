import { defineConfig } from 'vitest/config';
import { LongestFirst } from './tools/testing/longest-first.ts';

// The project's own tests. What is sent to a target lives in suites/ and has a config of its own.
export default defineConfig({
  test: {
    include: ['**/*.test.ts'],
    exclude: ['node_modules/**', 'dist/**', 'reports/out/**'],
    pool: 'threads',
    isolate: false,
    // Three times the two cores of a usual machine: tests of load and of retries mostly wait.
    maxWorkers: 6,
    sequence: { sequencer: LongestFirst },
    // A hang must end, and a busy machine must not be mistaken for one: some tests make whole runs.
    testTimeout: 400_000,
    hookTimeout: 400_000,
    // A page in a browser takes longer than the second that polling is given otherwise, on a busy machine.
    expect: { poll: { timeout: 120_000 } },
  },
});
