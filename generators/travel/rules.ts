import type { TravelDraft } from '../../spec/schemas/travel-draft.ts';
import { type Rules, atMostOne } from '../rule.ts';
import { EVERY_LINE_RULES } from '../every-line-rules.ts';

/** Rules of a valid travel draft. */
export const travelRules: Rules<TravelDraft> = {
  ...EVERY_LINE_RULES,
  /** The policyholder is a person or a company, not both (E4). */
  'person-xor-company': ({ policyholder }) =>
    atMostOne(policyholder?.person, policyholder?.company),
  /** Roadside assistance asks for isCarsAgeElligible to be true (E4, V13). */
  'roadside-cars-age': ({ risk, terms }) =>
    terms?.hasRoadsideAssistance !== true || risk?.isCarsAgeElligible === true,
};
