import * as fc from 'fast-check';
import {
  LANDLORD_LANGUAGES,
  LANDLORD_VARIANTS,
  PROPERTY_SECOND_TYPES,
} from '../../spec/enumerations.ts';
import type { LandlordDraft } from '../../spec/schemas/landlord-draft.ts';
import type { GeneratorContext } from '../context.ts';
import { type Extent, optional, optionalUnlessComplete, record } from '../record.ts';
import { startDate } from '../dates.ts';
import { landlordPolicyholder } from './policyholder.ts';
import { landlordRisk, MONTHLY_CHARGES, MONTHLY_RENT, SURFACE_AREA } from './risk.ts';
import {
  type Revisions,
  SHARED_REVISIONS,
  otherValue,
  otherAddress,
  otherListedValue,
} from '../revision.ts';

type Terms = NonNullable<LandlordDraft['terms']>;

/** A legal landlord draft. Shrinks to {}; a complete one to its needed fields. */
export function landlordDraft(
  context: GeneratorContext,
  extent: Extent,
): fc.Arbitrary<LandlordDraft> {
  const whenNeeded = optionalUnlessComplete(extent);
  return record<LandlordDraft>({
    language: whenNeeded(fc.constantFrom(...LANDLORD_LANGUAGES)),
    policyholder: whenNeeded(landlordPolicyholder(context, extent)),
    risk: whenNeeded(landlordRisk(extent)),
    terms: whenNeeded(
      record<Terms>({
        requestPaperCopy: optional(fc.boolean()),
        startDate: whenNeeded(startDate(context, extent)),
        variant: whenNeeded(fc.constantFrom(...LANDLORD_VARIANTS)),
      }),
    ),
  });
}

/** Independent fields of a landlord draft. */
export const landlordRevisions: Revisions = {
  ...SHARED_REVISIONS,
  '/language': otherListedValue(LANDLORD_LANGUAGES),
  '/policyholder/company/billingAddress': otherAddress,
  '/risk/insuredProperty/address': otherAddress,
  '/risk/insuredProperty/monthlyCharges/value': otherValue(fc.integer(MONTHLY_CHARGES)),
  '/risk/insuredProperty/monthlyRent/value': otherValue(fc.integer(MONTHLY_RENT)),
  '/risk/insuredProperty/secondType': otherListedValue(PROPERTY_SECOND_TYPES),
  '/risk/insuredProperty/surfaceArea/value': otherValue(fc.integer(SURFACE_AREA)),
  '/terms/variant': otherListedValue(LANDLORD_VARIANTS),
};
