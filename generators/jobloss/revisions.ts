import { JOBLOSS_VARIANTS, LANGUAGES } from '../../spec/enumerations.ts';
import { CLAIM_LIMITS } from '../../spec/limits.ts';
import { companyName } from '../name.ts';
import { type Revisions, SHARED_REVISIONS, other, otherOf } from '../revision.ts';
import { COMMERCIAL_NAMES } from './draft.ts';
import { industry, jobTitle } from './insured-job.ts';

/** Fields of a jobloss draft that no rule ties; an employer may be another one, but neither come nor go. */
export const joblossRevisions: Revisions = {
  ...SHARED_REVISIONS,
  '/language': otherOf(LANGUAGES),
  '/risk/insuredJob/employer': other(companyName),
  '/risk/insuredJob/industry': other(industry),
  '/risk/insuredJob/jobTitle': other(jobTitle),
  '/terms/claimLimit/value': otherOf(CLAIM_LIMITS),
  '/terms/commercialName': otherOf(COMMERCIAL_NAMES),
  '/terms/variant': otherOf(JOBLOSS_VARIANTS),
};
