import { FAMILY_SITUATIONS, LANGUAGES, TRAVEL_VARIANTS } from '../../spec/enumerations.ts';
import { type Revisions, SHARED_REVISIONS, otherOf } from '../revision.ts';

/** Fields of a travel draft that no rule ties: not roadside assistance, which hangs on the cars' age. */
export const travelRevisions: Revisions = {
  ...SHARED_REVISIONS,
  '/language': otherOf(LANGUAGES),
  '/terms/familySituation': otherOf(FAMILY_SITUATIONS),
  '/terms/hasAccidentProtection': otherOf([false, true]),
  '/terms/hasBaggageProtection': otherOf([false, true]),
  '/terms/variant': otherOf(TRAVEL_VARIANTS),
};
