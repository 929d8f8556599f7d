import { expect, test } from 'vitest';
import { type MetValue, takeComplementary } from './complementary.ts';

const valuesOf = (names: readonly string[]): readonly MetValue[] =>
  names.map((name) => ({ name, weight: name.startsWith('/') ? 0.25 : 1 }));

test('takes the candidate with the most values that were not met, and the first of equal ones', () => {
  const met = new Set(['nl', 'fresh']);
  const candidates = [
    ['nl', 'fresh'],
    ['fr', 'fresh'],
    ['en', 'reused'],
    ['fr', 'reused'],
  ];

  expect(takeComplementary(candidates, valuesOf, [met])).toEqual(['en', 'reused']);
  expect(takeComplementary(candidates, valuesOf, [met])).toEqual(['fr', 'fresh']);
  expect(met).toEqual(new Set(['nl', 'fresh', 'en', 'reused', 'fr']));
});

test('counts values by their weight, in each set', () => {
  const fields = ['/phone', '/title', '/number'];

  expect(takeComplementary([fields, ['nl']], valuesOf, [new Set()])).toEqual(['nl']);
  expect(takeComplementary([['nl'], fields], valuesOf, [new Set(['nl']), new Set(['nl'])])).toEqual(
    fields,
  );
});

test('takes none of no candidates', () => {
  expect(() => takeComplementary([], valuesOf, [new Set()])).toThrow('nothing to choose from');
});
