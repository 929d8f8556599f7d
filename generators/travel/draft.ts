import * as fc from 'fast-check';
import { FAMILY_SITUATIONS, LANGUAGES, TRAVEL_VARIANTS } from '../../spec/enumerations.ts';
import type { TravelDraft } from '../../spec/schemas/travel-draft.ts';
import type { GeneratorContext } from '../context.ts';
import { policyholder } from '../policyholder.ts';
import { type Extent, maybe, needed, record } from '../record.ts';
import { startDate } from '../start-date.ts';
import { carsAgeOfRoadside } from './roadside-assistance.ts';

type Terms = NonNullable<TravelDraft['terms']>;
type Risk = NonNullable<TravelDraft['risk']>;

/** Terms of a travel draft; every coverage flag is free. Shrinks to {}. */
function terms(context: GeneratorContext, extent: Extent): fc.Arbitrary<Terms> {
  const whenNeeded = needed(extent);
  return record<Terms>({
    familySituation: whenNeeded(fc.constantFrom(...FAMILY_SITUATIONS)),
    hasAccidentProtection: whenNeeded(fc.boolean()),
    hasBaggageProtection: whenNeeded(fc.boolean()),
    hasRoadsideAssistance: whenNeeded(fc.boolean()),
    requestPaperCopy: maybe(fc.boolean()),
    startDate: whenNeeded(startDate(context, extent)),
    variant: whenNeeded(fc.constantFrom(...TRAVEL_VARIANTS)),
  });
}

/** A legal travel draft. Shrinks to {}; a complete one to its needed fields, all flags false. */
export function travelDraft(context: GeneratorContext, extent: Extent): fc.Arbitrary<TravelDraft> {
  const whenNeeded = needed(extent);
  return record<TravelDraft>({
    language: whenNeeded(fc.constantFrom(...LANGUAGES)),
    policyholder: whenNeeded(policyholder(context, extent)),
    risk: whenNeeded(record<Risk>({ isCarsAgeElligible: whenNeeded(fc.boolean()) })),
    terms: whenNeeded(terms(context, extent)),
  }).map(carsAgeOfRoadside);
}
