import type { TravelDraft } from '../../spec/schemas/travel-draft.ts';

/** The draft with isCarsAgeElligible true where roadside assistance is chosen, which asks for it (E4, V13). */
export function carsAgeOfRoadside(draft: TravelDraft): TravelDraft {
  return draft.terms?.hasRoadsideAssistance === true
    ? { ...draft, risk: { isCarsAgeElligible: true } }
    : draft;
}
