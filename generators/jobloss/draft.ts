import * as fc from 'fast-check';
import { JOBLOSS_VARIANTS, LANGUAGES } from '../../spec/enumerations.ts';
import { CLAIM_LIMITS } from '../../spec/limits.ts';
import type { JoblossDraft } from '../../spec/schemas/jobloss-draft.ts';
import { amountOf, keyValues } from '../value-types.ts';
import type { GeneratorContext } from '../context.ts';
import { type Extent, maybe, needed, record } from '../record.ts';
import { startDate } from '../dates.ts';
import { insuredJob, industry, jobTitle } from './insured-job.ts';
import { joblossPolicyholder, vatOfSelfEmployed } from './policyholder.ts';
import { companyName } from '../person.ts';
import { type Revisions, SHARED_REVISIONS, other, otherOf } from '../revision.ts';

type Terms = NonNullable<JoblossDraft['terms']>;
type Risk = NonNullable<JoblossDraft['risk']>;

/** Labels for terms.commercialName; the specification lists none (V15). */
const COMMERCIAL_NAMES = ['Jobloss', 'Inkomen Zeker', 'Revenu Garanti', 'Job & Loan'] as const;

/** Terms of a jobloss draft; claimLimit is one of the four listed. Shrinks to {}. */
function terms(context: GeneratorContext, extent: Extent): fc.Arbitrary<Terms> {
  const whenNeeded = needed(extent);
  return record<Terms>({
    claimLimit: whenNeeded(amountOf(CLAIM_LIMITS)),
    commercialName: maybe(fc.constantFrom(...COMMERCIAL_NAMES)),
    requestPaperCopy: maybe(fc.boolean()),
    startDate: whenNeeded(startDate(context, extent)),
    variant: whenNeeded(fc.constantFrom(...JOBLOSS_VARIANTS)),
  });
}

/** A legal jobloss draft. Shrinks to {}; a complete one to its needed fields. */
export function joblossDraft(
  context: GeneratorContext,
  extent: Extent,
): fc.Arbitrary<JoblossDraft> {
  const whenNeeded = needed(extent);
  return record<JoblossDraft>({
    language: whenNeeded(fc.constantFrom(...LANGUAGES)),
    metadata: maybe(keyValues),
    policyholder: whenNeeded(joblossPolicyholder(context, extent)),
    risk: whenNeeded(record<Risk>({ insuredJob: whenNeeded(insuredJob(extent)) })),
    terms: whenNeeded(terms(context, extent)),
  }).map(vatOfSelfEmployed);
}

/** Independent fields of a jobloss draft; an employer may change, but neither appear nor disappear. */
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
