import type { Measured } from '../measuring/measure.ts';

/** What a run measured in which nothing went wrong; of no line unless the change says so. */
export const testMeasured = (change: Partial<Measured> = {}): Measured => ({
  lines: {},
  steps: [],
  parts: [],
  overall: null,
  lag: 1,
  thresholds: [],
  journeys: { begun: 0, ended: 0, sketch: null },
  unlike: 0,
  requestRate: 10,
  answered: 100,
  ...change,
});
