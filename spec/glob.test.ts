import { expect, test } from 'vitest';
import { matchesGlob } from './glob.ts';

test.each([
  ['GAP-CONTRACT-03', 'GAP-CONTRACT-03'],
  ['gap-contract-03', 'GAP-CONTRACT-03'],
  ['GAP-*', 'GAP-CONTRACT-03'],
  ['*', ''],
  ['*.draft-?et', 'travel.draft-get'],
  ['PRICE-FIELD-prices[].variant-*', 'PRICE-FIELD-prices[].variant-enum'],
])('%s matches %s', (pattern, text) => {
  expect(matchesGlob(pattern, text)).toBe(true);
});

test.each([
  ['GAP-CONTRACT-0', 'GAP-CONTRACT-03'],
  ['CONTRACT-03', 'GAP-CONTRACT-03'],
  ['GAP-CONTRACT-0?', 'GAP-CONTRACT-0'],
  // Brackets form no character class, and a dot is no wildcard.
  ['prices[v].x', 'pricesv.x'],
  ['gap.contract-get', 'gap-contract-get'],
  ['(GAP|ID)-02', 'ID-02'],
])('%s does not match %s', (pattern, text) => {
  expect(matchesGlob(pattern, text)).toBe(false);
});
