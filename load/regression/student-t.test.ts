import { expect, test } from 'vitest';
import { differencePValue, twoSidedP } from './student-t.ts';

// From the standard table of Student's t-distribution: t, degrees of freedom, two-sided p.
test.each([
  [12.706, 1, 0.05],
  [2.571, 5, 0.05],
  [4.587, 10, 0.001],
  [3.85, 20, 0.001],
  [2.66, 60, 0.01],
  [1.96, 1e6, 0.05],
  [0, 7, 1],
])('t = %d with %d degrees of freedom has p = %d', (t, freedom, p) => {
  expect(twoSidedP(t, freedom)).toBeCloseTo(p, 4);
  expect(twoSidedP(-t, freedom)).toBeCloseTo(p, 4);
});

test('distinguishes different samples from equal ones, and constants from each other', () => {
  expect(differencePValue([1, 2, 3, 4], [1, 2, 3, 4])).toBe(1);
  expect(differencePValue([1, 2, 3, 4], [11, 12, 13, 14])).toBeLessThan(0.0001);
  expect(differencePValue([5, 5, 5], [5, 5, 5])).toBe(1);
  expect(differencePValue([5, 5, 5], [6, 6, 6])).toBe(0);
});
