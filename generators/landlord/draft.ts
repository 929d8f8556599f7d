import * as fc from 'fast-check';
import { LANDLORD_LANGUAGES, LANDLORD_VARIANTS } from '../../spec/enumerations.ts';
import type { LandlordDraft } from '../../spec/schemas/landlord-draft.ts';
import type { GeneratorContext } from '../context.ts';
import { type Extent, maybe, needed, record } from '../record.ts';
import { startDate } from '../start-date.ts';
import { landlordPolicyholder } from './policyholder.ts';
import { landlordRisk } from './risk.ts';

type Terms = NonNullable<LandlordDraft['terms']>;

/** A legal landlord draft. Shrinks to {}; a complete one to its needed fields. */
export function landlordDraft(
  context: GeneratorContext,
  extent: Extent,
): fc.Arbitrary<LandlordDraft> {
  const whenNeeded = needed(extent);
  return record<LandlordDraft>({
    language: whenNeeded(fc.constantFrom(...LANDLORD_LANGUAGES)),
    policyholder: whenNeeded(landlordPolicyholder(context, extent)),
    risk: whenNeeded(landlordRisk(extent)),
    terms: whenNeeded(
      record<Terms>({
        requestPaperCopy: maybe(fc.boolean()),
        startDate: whenNeeded(startDate(context, extent)),
        variant: whenNeeded(fc.constantFrom(...LANDLORD_VARIANTS)),
      }),
    ),
  });
}
