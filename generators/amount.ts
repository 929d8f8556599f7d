import * as fc from 'fast-check';
import type { Amount } from '../spec/schemas/shared.ts';

/** Shared type Amount: EUR, its value in hundredths between both bounds, ends included. Shrinks to the lower bound. */
export function amount(bounds: {
  readonly min: number;
  readonly max: number;
}): fc.Arbitrary<Amount> {
  return fc.integer(bounds).map((value) => ({ currency: 'EUR', value }));
}

/** An Amount with one of the values given, in hundredths of EUR. Shrinks to the first. */
export function amountOf<const V extends number>(
  values: readonly V[],
): fc.Arbitrary<{ currency: 'EUR'; value: V }> {
  return fc.constantFrom(...values).map((value) => ({ currency: 'EUR', value }));
}
