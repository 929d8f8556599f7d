import * as fc from 'fast-check';
import { FAMILY_SITUATIONS, LANGUAGES, TRAVEL_VARIANTS } from '../../spec/enumerations.ts';
import type { TravelDraft } from '../../spec/schemas/travel-draft.ts';
import type { GeneratorContext } from '../context.ts';
import { policyholder } from '../policyholder.ts';
import { type Extent, optional, optionalUnlessComplete, record } from '../record.ts';
import { startDate } from '../dates.ts';
import { type Revisions, SHARED_REVISIONS, otherListedValue } from '../revision.ts';
import { type Rules, atMostOne, COMMON_RULES } from '../common-rules.ts';

/** The draft with isCarsAgeElligible true if it has roadside assistance, which requires it (E4, V13). */
function carsAgeOfRoadside(draft: TravelDraft): TravelDraft {
  return draft.terms?.hasRoadsideAssistance === true
    ? { ...draft, risk: { isCarsAgeElligible: true } }
    : draft;
}

type Terms = NonNullable<TravelDraft['terms']>;
type Risk = NonNullable<TravelDraft['risk']>;

/** Terms of a travel draft; every coverage flag is free. Shrinks to {}. */
function terms(context: GeneratorContext, extent: Extent): fc.Arbitrary<Terms> {
  const whenNeeded = optionalUnlessComplete(extent);
  return record<Terms>({
    familySituation: whenNeeded(fc.constantFrom(...FAMILY_SITUATIONS)),
    hasAccidentProtection: whenNeeded(fc.boolean()),
    hasBaggageProtection: whenNeeded(fc.boolean()),
    hasRoadsideAssistance: whenNeeded(fc.boolean()),
    requestPaperCopy: optional(fc.boolean()),
    startDate: whenNeeded(startDate(context, extent)),
    variant: whenNeeded(fc.constantFrom(...TRAVEL_VARIANTS)),
  });
}

/** A legal travel draft. Shrinks to {}; a complete one to its needed fields, all flags false. */
export function travelDraft(context: GeneratorContext, extent: Extent): fc.Arbitrary<TravelDraft> {
  const whenNeeded = optionalUnlessComplete(extent);
  return record<TravelDraft>({
    language: whenNeeded(fc.constantFrom(...LANGUAGES)),
    policyholder: whenNeeded(policyholder(context, extent)),
    risk: whenNeeded(record<Risk>({ isCarsAgeElligible: whenNeeded(fc.boolean()) })),
    terms: whenNeeded(terms(context, extent)),
  }).map(carsAgeOfRoadside);
}

/** Independent fields of a travel draft: not roadside assistance, which depends on the cars' age. */
export const travelRevisions: Revisions = {
  ...SHARED_REVISIONS,
  '/language': otherListedValue(LANGUAGES),
  '/terms/familySituation': otherListedValue(FAMILY_SITUATIONS),
  '/terms/hasAccidentProtection': otherListedValue([false, true]),
  '/terms/hasBaggageProtection': otherListedValue([false, true]),
  '/terms/variant': otherListedValue(TRAVEL_VARIANTS),
};

/** Rules of a valid travel draft. */
export const travelRules: Rules<TravelDraft> = {
  ...COMMON_RULES,
  /** The policyholder is a person or a company, not both (E4). */
  'person-xor-company': ({ policyholder }) =>
    atMostOne(policyholder?.person, policyholder?.company),
  /** Roadside assistance asks for isCarsAgeElligible to be true (E4, V13). */
  'roadside-cars-age': ({ risk, terms }) =>
    terms?.hasRoadsideAssistance !== true || risk?.isCarsAgeElligible === true,
};
