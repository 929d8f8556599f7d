import { expect, test } from 'vitest';
import { didYouMean } from './did-you-mean.ts';

test.each([
  ['travl', ['jobloss', 'travel', 'gap'], 'did you mean travel?'],
  ['TRAVEL', ['travel'], 'did you mean travel?'],
  ['gap-contract-refuses-mixt-leters', ['gap-contract-refuses-mixed-letters'], 'refuses-mixed'],
  // The nearest, not the first.
  ['plait', ['plan', 'plain'], 'did you mean plain?'],
])('%s is near to one of %j', (given, known, guess) => {
  expect(didYouMean(given, known)).toContain(guess);
});

test.each([
  ['', ['gap', 'id']],
  ['x', ['gap', 'id']],
  ['klingon', ['plain', 'minimal']],
  ['gap', []],
])('%j is near to none of %j', (given, known) => {
  expect(didYouMean(given, known)).toBeUndefined();
});
