import { expect, test } from 'vitest';
import { didYouMean, selectIds } from './did-you-mean.ts';
import { UsageError } from './usage-error.ts';

test.each([
  ['travl', ['jobloss', 'travel', 'gap'], 'did you mean travel?'],
  ['TRAVEL', ['travel'], 'did you mean travel?'],
  ['gap-contract-refuses-mixt-leters', ['gap-contract-refuses-mixed-letters'], 'refuses-mixed'],
  // The nearest, not the first.
  ['plait', ['plan', 'plain'], 'did you mean plain?'],
])('%s is close to one of %j', (given, known, guess) => {
  expect(didYouMean(given, known)).toContain(guess);
});

test.each([
  ['', ['gap', 'id']],
  ['x', ['gap', 'id']],
  ['klingon', ['plain', 'minimal']],
  ['gap', []],
])('%j is close to none of %j', (given, known) => {
  expect(didYouMean(given, known)).toBeUndefined();
});

const IDS = ['PATH-01', 'GAP-CONTRACT-01', 'GAP-CONTRACT-02', 'PRICE-FIELD-prices[].x-type'];
const select = (...patterns: readonly string[]) => selectIds(patterns, IDS, 'requirement');

test('patterns accumulate, in the order of the ids, without duplicates', () => {
  expect(select('price-field-prices[].*', 'GAP-*', 'gap-contract-0?')).toEqual(IDS.slice(1));
});

test.each([
  ['GAP-CONTRAKT-01', 'there is no requirement GAP-CONTRAKT-01; did you mean GAP-CONTRACT-01?'],
  ['GAP-CONTRAKT-*', 'there is no requirement GAP-CONTRAKT-*; did you mean GAP-CONTRACT*?'],
  ['GPA*', 'there is no requirement GPA*; did you mean GAP*?'],
  ['zzzzzzzz', 'there is no requirement zzzzzzzz; assay list lists them all'],
  ['', 'there is no requirement without a name; assay list lists them all'],
  // Brackets are no class.
  ['[PG]*', 'there is no requirement [PG]*; assay list lists them all'],
])('%s alone is refused with a suggestion', (pattern, message) => {
  expect(() => select('PATH-01', pattern)).toThrow(new UsageError(message));
});
