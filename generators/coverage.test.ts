import { expect, test } from 'vitest';
import { LINES } from '../spec/line.ts';
import { coverageOf } from './coverage.ts';

test('every field row has its faults and its legal values', () => {
  const { fieldRequirements, legalRequirements } = coverageOf();

  expect(fieldRequirements.covered).toBe(fieldRequirements.total);
  expect(legalRequirements.covered).toBe(legalRequirements.total);
  expect(fieldRequirements.total).toBeGreaterThan(300);
});

test('the faults of a line are the sum over their kinds', () => {
  const { lines } = coverageOf();

  expect(lines.map(({ line }) => line)).toEqual(LINES);
  expect(
    lines.filter(
      ({ faults, kinds }) => faults !== Object.values(kinds).reduce((sum, count) => sum + count, 0),
    ),
  ).toEqual([]);
});
