import * as fc from 'fast-check';
import { amount } from '../amount.ts';
import { type Extent, absent, needed, oneKindOf, record } from '../record.ts';
import type { CascoFactors, Fraction } from './types.ts';

/** Deductible, hundredths of EUR, both ends included. */
export const DEDUCTIBLE = { min: 25_000, max: 150_000 } as const;
/** Months during which casco covers the full price, both ends included. */
export const FULL_PROTECTION_MONTHS = { min: 6, max: 36 } as const;

/**
 * A rate from 0 to 1 as a fraction: in hundredths, thousandths or twelfths, or without a denominator, which then counts
 * as 1 (C4): 0, in any draft also 1. Never 0 as denominator. Shrinks to 0 without a denominator.
 */
function depreciationRate(extent: Extent): fc.Arbitrary<Fraction> {
  const whole = extent === 'complete' ? fc.constant(0) : fc.constantFrom(0, 1);
  return oneKindOf(
    record<Fraction>({ numerator: whole, denominator: absent }),
    record<Fraction>({
      numerator: fc.integer({ min: 1, max: 11 }),
      denominator: fc.constantFrom(100, 12, 1000),
    }),
  );
}

/** The casco factors; the deductible is required among them. Shrinks to a deductible of 250 EUR. */
export function cascoFactors(extent: Extent): fc.Arbitrary<CascoFactors> {
  const whenNeeded = needed(extent);
  return record<CascoFactors>({
    deductible: amount(DEDUCTIBLE),
    depreciationRate: whenNeeded(depreciationRate(extent)),
    fullProtectionDuration: whenNeeded(fc.integer(FULL_PROTECTION_MONTHS)),
  });
}
