import { expect, test } from 'vitest';
import { matchesGlob } from './glob.ts';

test.each([
  ['*', 'PATH-01', true],
  ['AUTH-*', 'AUTH-03', true],
  ['auth-0?', 'AUTH-03', true],
  ['AUTH', 'AUTH-03', false],
  ['PRICE-FIELD-prices[].variant-*', 'PRICE-FIELD-prices[].variant-enum', true],
  ['a.c', 'abc', false],
])('%s on %s: %s', (glob, text, matches) => {
  expect(matchesGlob(glob, text)).toBe(matches);
});
