import * as fc from 'fast-check';
import {
  GAP_VARIANTS,
  LANGUAGES,
  CLAIM_COUNTS,
  LAST_RESORT_INSURER,
} from '../../spec/enumerations.ts';
import type { GapDraft } from '../../spec/schemas/gap-draft.ts';
import { amountOf, keyValues, amount } from '../value-types.ts';
import type { GeneratorContext } from '../context.ts';
import { policyholder } from '../policyholder.ts';
import {
  type Absent,
  type Extent,
  absent,
  optional,
  optionalUnlessComplete,
  record,
  oneKindOf,
} from '../record.ts';
import { startDate } from '../dates.ts';
import type { Risk, Terms, CascoFactors, Fraction, Driver } from './types.ts';
import { vehicle } from './vehicle.ts';
import { contact } from '../contact.ts';
import { namedPerson } from '../person.ts';
import { type Revisions, SHARED_REVISIONS, otherValue, otherListedValue } from '../revision.ts';
import { PURCHASE_PRICE } from './purchase.ts';

/** One driver or two (V17), in a complete draft with person and claims (text, V9). Shrinks to the fewest. */
function drivers(context: GeneratorContext, extent: Extent): fc.Arbitrary<Driver[]> {
  const whenNeeded = optionalUnlessComplete(extent);
  const driver = record<Driver>({
    contact: optional(contact(context, extent)),
    numberOfClaimsLast5Years: whenNeeded(fc.constantFrom(...CLAIM_COUNTS)),
    person: whenNeeded(namedPerson(context, extent)),
  });

  return fc.array(driver, { minLength: 1, maxLength: 2 });
}

/** Deductible, hundredths of EUR, both ends included. */
export const DEDUCTIBLE = { min: 25_000, max: 150_000 } as const;
/** Months during which casco covers the full price, both ends included. */
export const FULL_PROTECTION_MONTHS = { min: 6, max: 36 } as const;

/**
 * A rate from 0 to 1 as a fraction: in hundredths, thousandths or twelfths, or without a denominator, which then counts
 * as 1 (C4), so that the rate is 0, or 1 in any draft. The denominator is never 0. Shrinks to 0 without a denominator.
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

/** The casco factors, of which the deductible is required. Shrinks to a deductible of 250 EUR. */
function cascoFactors(extent: Extent): fc.Arbitrary<CascoFactors> {
  const whenNeeded = optionalUnlessComplete(extent);
  return record<CascoFactors>({
    deductible: amount(DEDUCTIBLE),
    depreciationRate: whenNeeded(depreciationRate(extent)),
    fullProtectionDuration: whenNeeded(fc.integer(FULL_PROTECTION_MONTHS)),
  });
}

/** Plausible claim limits, hundredths of EUR; the specification lists none for motor gap (C13). */
const GAP_CLAIM_LIMITS = [1_000_000, 750_000, 1_500_000, 2_000_000, 2_500_000] as const;

/** A known white label: never if the target names none, always if it names more than one. Shrinks to the first. */
function whiteLabel({ whiteLabels }: GeneratorContext): fc.Arbitrary<string | Absent> {
  if (whiteLabels.length === 0) return absent;
  const label = fc.constantFrom(...whiteLabels);
  return whiteLabels.length === 1 ? optional(label) : label;
}

/** Risk of a motor gap draft. Shrinks to {}. */
function risk(context: GeneratorContext, extent: Extent): fc.Arbitrary<Risk> {
  const whenNeeded = optionalUnlessComplete(extent);
  return record<Risk>({
    cascoFactors: whenNeeded(cascoFactors(extent)),
    drivers: whenNeeded(drivers(context, extent)),
    vehicle: whenNeeded(vehicle(context, extent)),
  });
}

/** Terms of a motor gap draft. Shrinks to {}. */
function terms(context: GeneratorContext, extent: Extent): fc.Arbitrary<Terms> {
  const whenNeeded = optionalUnlessComplete(extent);
  return record<Terms>({
    claimLimit: whenNeeded(amountOf(GAP_CLAIM_LIMITS)),
    requestPaperCopy: optional(fc.boolean()),
    startDate: whenNeeded(startDate(context, extent)),
    variant: whenNeeded(fc.constantFrom(...GAP_VARIANTS)),
  });
}

/** A legal motor gap draft. Shrinks to {}, or to a white label alone; a complete one to its needed fields. */
export function gapDraft(context: GeneratorContext, extent: Extent): fc.Arbitrary<GapDraft> {
  const whenNeeded = optionalUnlessComplete(extent);
  return record<GapDraft>({
    language: whenNeeded(fc.constantFrom(...LANGUAGES)),
    partnerReference: optional(keyValues),
    policyholder: whenNeeded(policyholder(context, extent)),
    risk: whenNeeded(risk(context, extent)),
    terms: whenNeeded(terms(context, extent)),
    whiteLabelId: whiteLabel(context),
  });
}

/** Independent fields of a motor gap draft, including those that influence the price. */
export const gapRevisions: Revisions = {
  ...SHARED_REVISIONS,
  '/language': otherListedValue(LANGUAGES),
  '/risk/cascoFactors/deductible/value': otherValue(fc.integer(DEDUCTIBLE)),
  '/risk/cascoFactors/fullProtectionDuration': otherValue(fc.integer(FULL_PROTECTION_MONTHS)),
  '/risk/vehicle/cascoInsurerCompany': (current, context) =>
    otherListedValue([LAST_RESORT_INSURER, ...context.insurers])(current, context),
  '/risk/vehicle/invoice/purchasedPriceIncludingVat/value': otherValue(fc.integer(PURCHASE_PRICE)),
  '/terms/claimLimit/value': otherListedValue(GAP_CLAIM_LIMITS),
  '/terms/variant': otherListedValue(GAP_VARIANTS),
};
