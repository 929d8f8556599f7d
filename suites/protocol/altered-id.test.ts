import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { alteredId, alteredInTheMiddle } from './altered-id.ts';

test('a UUID keeps its format and differs in four characters of its middle', () => {
  const id = '6f1c2b7a-9d3e-4f50-8a61-b2c3d4e5f607';
  const other = alteredId(id, 1);
  expect(other).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/);
  expect(Array.from(id).filter((each, at) => each !== other[at])).toHaveLength(4);
});

test('a short number becomes much larger than any counter of the service', () => {
  expect(alteredId('17', 1)).toBe('1790817263544536');
});

test('no variant equals the id, nor the other variant', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), (id) => {
      const [one, two] = [alteredId(id, 1), alteredId(id, 2)];
      expect(new Set([id, one, two]).size).toBe(3);
    }),
  );
});

test('more than four characters can be altered, and the ends stay', () => {
  const token = 'q8Zx0vYb.7Ru_kD3w-LmN5tPe1aS2';
  const other = alteredInTheMiddle(token, 1, 14) ?? '';
  expect(Array.from(token).filter((each, at) => each !== other[at])).toHaveLength(14);
  expect([other.slice(0, 6), other.slice(-6)]).toEqual([token.slice(0, 6), token.slice(-6)]);
});

test('does not alter a text with too few letters and digits', () => {
  expect(alteredInTheMiddle('a-b-c-1-2-3-4', 1)).toBeUndefined();
});
