import type { Measurements } from '../measuring/measure.ts';

/** Measurements of a run without errors, by default of no line. */
export const testMeasured = (change: Partial<Measurements> = {}): Measurements => ({
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
