import { defineConfig } from 'vitest/config';

// Judges the service of ASSAY_BASE_URL, else the embedded one, as tests of vitest.
export default defineConfig({
  test: {
    include: ['suites/conformance.suite.ts'],
    pool: 'threads',
    isolate: false,
    testTimeout: 0,
  },
});
