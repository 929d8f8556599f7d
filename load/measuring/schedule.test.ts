import { expect, test } from 'vitest';
import { durationOf, peakRateOf, scheduleOf, wholeRate } from './schedule.ts';

const profile = {
  warmUp: { rate: 5, seconds: 4 },
  steps: [
    { rate: 10, seconds: 10 },
    { rate: 40, seconds: 5 },
  ],
  weights: { gap: 0.25 },
};

test('plateaus follow one another on every line, the warm-up first', () => {
  const schedule = scheduleOf(profile, ['travel', 'gap']);
  expect(schedule.map(({ name, start, count }) => [name, start, count])).toEqual([
    ['travel-warm-up', 0, 20],
    ['gap-warm-up', 0, 5],
    ['travel-1', 4, 100],
    ['gap-1', 4, 25],
    ['travel-2', 14, 200],
    ['gap-2', 14, 50],
  ]);
  expect(durationOf(schedule)).toBe(19);
  expect(peakRateOf(schedule)).toBe(50);
});

test.each([
  [20, 20, 1],
  [2.5, 25, 10],
  [0.25, 25, 100],
  [1 / 3, 333, 1000],
])('%d a second is %i in %i s', (rate, whole, unit) => {
  expect(wholeRate(rate)).toEqual({ rate: whole, unit });
});
