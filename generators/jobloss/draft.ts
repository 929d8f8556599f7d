import * as fc from 'fast-check';
import { JOBLOSS_VARIANTS, LANGUAGES } from '../../spec/enumerations.ts';
import { CLAIM_LIMITS } from '../../spec/limits.ts';
import type { JoblossDraft } from '../../spec/schemas/jobloss-draft.ts';
import { amountOf, keyValues } from '../value-types.ts';
import type { GeneratorContext } from '../context.ts';
import { type Extent, optional, optionalUnlessComplete, record } from '../record.ts';
import { startDate } from '../dates.ts';
import { insuredJob, industry, jobTitle } from './insured-job.ts';
import { joblossPolicyholder, dropVatUnlessSelfEmployed } from './policyholder.ts';
import { companyName } from '../person.ts';
import { type Revisions, SHARED_REVISIONS, otherValue, otherListedValue } from '../revision.ts';

type Terms = NonNullable<JoblossDraft['terms']>;
type Risk = NonNullable<JoblossDraft['risk']>;

/** Labels for terms.commercialName; the specification lists none (V15). */
const COMMERCIAL_NAMES = ['Jobloss', 'Inkomen Zeker', 'Revenu Garanti', 'Job & Loan'] as const;

/** Terms of a jobloss draft; claimLimit is one of the four listed. Shrinks to {}. */
function terms(context: GeneratorContext, extent: Extent): fc.Arbitrary<Terms> {
  const whenNeeded = optionalUnlessComplete(extent);
  return record<Terms>({
    claimLimit: whenNeeded(amountOf(CLAIM_LIMITS)),
    commercialName: optional(fc.constantFrom(...COMMERCIAL_NAMES)),
    requestPaperCopy: optional(fc.boolean()),
    startDate: whenNeeded(startDate(context, extent)),
    variant: whenNeeded(fc.constantFrom(...JOBLOSS_VARIANTS)),
  });
}

/** A legal jobloss draft. Shrinks to {}; a complete one to its needed fields. */
export function joblossDraft(
  context: GeneratorContext,
  extent: Extent,
): fc.Arbitrary<JoblossDraft> {
  const whenNeeded = optionalUnlessComplete(extent);
  return record<JoblossDraft>({
    language: whenNeeded(fc.constantFrom(...LANGUAGES)),
    metadata: optional(keyValues),
    policyholder: whenNeeded(joblossPolicyholder(context, extent)),
    risk: whenNeeded(record<Risk>({ insuredJob: whenNeeded(insuredJob(extent)) })),
    terms: whenNeeded(terms(context, extent)),
  }).map(dropVatUnlessSelfEmployed);
}

/** Independent fields of a jobloss draft; an employer may change, but neither appear nor disappear. */
export const joblossRevisions: Revisions = {
  ...SHARED_REVISIONS,
  '/language': otherListedValue(LANGUAGES),
  '/risk/insuredJob/employer': otherValue(companyName),
  '/risk/insuredJob/industry': otherValue(industry),
  '/risk/insuredJob/jobTitle': otherValue(jobTitle),
  '/terms/claimLimit/value': otherListedValue(CLAIM_LIMITS),
  '/terms/commercialName': otherListedValue(COMMERCIAL_NAMES),
  '/terms/variant': otherListedValue(JOBLOSS_VARIANTS),
};
