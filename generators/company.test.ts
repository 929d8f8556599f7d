import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { samples } from './sample.ts';
import { PLAIN_VAT, isVat, vat } from './company.ts';

test('the number in the judgement rules has a valid checksum', () => {
  expect(isVat(PLAIN_VAT)).toBe(true);
});

test.for(['BE0123456748', '0123456749', 'BE123456749', 'FR0123456749', 'BE0123456749 '])(
  '%s is invalid',
  (text) => {
    expect(isVat(text)).toBe(false);
  },
);

test('every drawn number has a valid checksum', () => {
  expect(samples(vat, 1, 5000).filter((number) => !isVat(number))).toEqual([]);
});

test('a number shrinks to the one in the judgement rules', () => {
  const { counterexample } = fc.check(
    fc.property(vat, () => false),
    { seed: 1 },
  );

  expect(counterexample).toEqual([PLAIN_VAT]);
});
