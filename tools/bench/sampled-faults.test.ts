import { expect, test } from 'vitest';
import { AREAS } from '../../exam/area.ts';
import { LINES } from '../../spec/line.ts';
import { sampledFaults, spread } from './sampled-faults.ts';

test('a sample has as many faults of each area, no fault twice, and all lines', () => {
  const faults = sampledFaults(7, 1);

  expect(faults).toHaveLength(7 * AREAS.length);
  expect(faults.length).toBeGreaterThanOrEqual(60);
  expect(new Set(faults.map(({ id }) => id)).size).toBe(faults.length);
  expect(new Set(faults.map(({ line }) => line))).toEqual(new Set(LINES));
});

test('a seed draws the same faults again, another seed others', () => {
  expect(sampledFaults(7, 1)).toEqual(sampledFaults(7, 1));
  expect(sampledFaults(7, 1)).not.toEqual(sampledFaults(7, 2));
});

test.each([
  [3, 0, [0, 3, 6]],
  [2, 1, [3, 8]],
  [99, 0, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]],
])('%i of ten are spread over all of them (seed %i)', (size, seed, chosen) => {
  const items = Array.from({ length: 10 }, (_, at) => at);

  expect(spread(items, size, seed)).toEqual(chosen);
});
