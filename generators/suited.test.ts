import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { sample, samples } from './sample.ts';
import { firstSuited, suited } from './suited.ts';

test('only what suits is drawn', () => {
  const even = suited(fc.integer(), (value) => value % 2 === 0, 'even numbers');

  expect(samples(even, 1, 200).filter((value) => value % 2 !== 0)).toEqual([]);
});

test('what never comes is an error that names it, instead of waiting for ever', () => {
  const never = suited(fc.integer(), () => false, 'GAP-LEGAL-whiteLabelId/present');

  expect(() => sample(never, 1)).toThrow(
    'none of 20000 legal bodies suits GAP-LEGAL-whiteLabelId/present',
  );
});

test('the first of drawn values that suits is taken, and its search ends as well', () => {
  expect(
    firstSuited(
      (index) => index,
      (value) => value > 41,
      'a large one',
    ),
  ).toBe(42);
  expect(() =>
    firstSuited(
      (index) => index,
      () => false,
      'nothing',
    ),
  ).toThrow('none of 20000 legal bodies suits nothing');
});
