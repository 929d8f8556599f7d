import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { sample, samples, subSeed, firstMatching, filterBounded } from './sample.ts';

test('sub-seeds are permanent 32-bit integers', () => {
  expect([subSeed(42), subSeed(42, 'GAP-CONTRACT-01', 0)]).toMatchInlineSnapshot(`
    [
      1312090627,
      1949338582,
    ]
  `);
});

test('sub-seeds differ with every part, its position and its type', () => {
  const seeds = [
    subSeed(1, 'ab', 'c'),
    subSeed(1, 'a', 'bc'),
    subSeed(1, 'c', 'ab'),
    subSeed(2, 'ab', 'c'),
    subSeed(1, 1),
    subSeed(1, '1'),
    subSeed(1),
  ];

  expect(new Set(seeds).size).toBe(seeds.length);
});

test('sub-seeds of neighbouring runs practically never collide', () => {
  const seeds = Array.from({ length: 10_000 }, (_, run) => subSeed(1, 'cell', run));

  expect(new Set(seeds).size).toBe(10_000);
});

test('one value is the first of many with the same seed', () => {
  const arbitrary = fc.record({ number: fc.integer(), text: fc.string() });

  expect(samples(arbitrary, 5, 3)[0]).toEqual(sample(arbitrary, 5));
});

test('the seed decides every value', () => {
  expect(samples(fc.integer(), 5, 20)).toEqual(samples(fc.integer(), 5, 20));
  expect(samples(fc.integer(), 5, 20)).not.toEqual(samples(fc.integer(), 6, 20));
});

test('yields only matching values', () => {
  const even = filterBounded(fc.integer(), (value) => value % 2 === 0, 'even numbers');

  expect(samples(even, 1, 200).filter((value) => value % 2 !== 0)).toEqual([]);
});

test('throws an error with the purpose instead of looping for ever', () => {
  const never = filterBounded(fc.integer(), () => false, 'GAP-LEGAL-whiteLabelId/present');

  expect(() => sample(never, 1)).toThrow(
    'none of 20000 legal bodies suits GAP-LEGAL-whiteLabelId/present',
  );
});

test('yields the first matching value, and also gives up in the end', () => {
  expect(
    firstMatching(
      (index) => index,
      (value) => value > 41,
      'a large one',
    ),
  ).toBe(42);
  expect(() =>
    firstMatching(
      (index) => index,
      () => false,
      'nothing',
    ),
  ).toThrow('none of 20000 legal bodies suits nothing');
});
