import * as fc from 'fast-check';
import type { JoblossDraft } from '../../spec/schemas/jobloss-draft.ts';
import { companyName } from '../person.ts';
import { realisticText } from '../realistic.ts';
import {
  type Extent,
  type Fields,
  absent,
  optional,
  optionalUnlessComplete,
  oneKindOf,
  record,
} from '../record.ts';
import { valueAt, withValue, withoutValue } from '../pointer.ts';

/** risk.insuredJob of a jobloss draft. */
export type InsuredJob = NonNullable<NonNullable<JoblossDraft['risk']>['insuredJob']>;
type Status = Pick<
  Fields<InsuredJob>,
  'employeeStatus' | 'employer' | 'isPermanentContract' | 'willUnregisterSocialFundIfClaim'
>;

/** Industry of a job, any text. Does not shrink. */
export const industry = realisticText((faker) => faker.commerce.department());
/** Title of a job, any text. Does not shrink. */
export const jobTitle = realisticText((faker) => faker.person.jobTitle());

/**
 * No status: neither of the flags that depend on a status, since without one they are only observed; and an employer,
 * since "when not self-employed" may include a missing status (E2).
 */
const unstated: Status = {
  employeeStatus: absent,
  employer: companyName,
  isPermanentContract: absent,
  willUnregisterSocialFundIfClaim: absent,
};

/** Employed: an employer, and a permanent contract, which must be true (E1, C6). */
const employed: Status = {
  employeeStatus: fc.constantFrom('employee', 'governmentOfficial'),
  employer: companyName,
  isPermanentContract: fc.constant(true),
  willUnregisterSocialFundIfClaim: absent,
};

/** Self-employed: the promise to leave the social fund, which must be true; an employer is optional (E1, C6). */
const selfEmployed: Status = {
  employeeStatus: fc.constant('self-employed'),
  employer: optional(companyName),
  isPermanentContract: absent,
  willUnregisterSocialFundIfClaim: fc.constant(true),
};

/**
 * The insured job: unaware of an impending loss and working at least 16 hours if stated (E1), and the flags of its
 * status. Shrinks to an employer; a complete one to that of a self-employed.
 */
export function insuredJob(extent: Extent): fc.Arbitrary<InsuredJob> {
  const whenNeeded = optionalUnlessComplete(extent);
  const kind = (status: Status) =>
    record<InsuredJob>({
      ...status,
      industry: whenNeeded(industry),
      isAwareOfImpendingJobloss: whenNeeded(fc.constant(false)),
      jobTitle: whenNeeded(jobTitle),
      workingAtLeast16Hours: whenNeeded(fc.constant(true)),
    });
  const stated = [kind(selfEmployed), kind(employed)];

  return extent === 'complete' ? oneKindOf(...stated) : oneKindOf(kind(unstated), ...stated);
}

const JOB = '/risk/insuredJob';
const EMPLOYER = `${JOB}/employer`;

/** Fields that only an employeeStatus makes legal. */
const TIED_TO_STATUS = [
  '/risk/insuredJob/employeeStatus',
  '/risk/insuredJob/isPermanentContract',
  '/risk/insuredJob/willUnregisterSocialFundIfClaim',
  '/policyholder/person/vat',
];

/** A jobloss draft without an employeeStatus and the fields that only a status makes legal; a job gets an employer (E2). */
export function withoutStatus(drawn: object): object {
  const rest = TIED_TO_STATUS.reduce((draft, pointer) => withoutValue(draft, pointer), drawn);
  const isUnnamed = valueAt(rest, JOB) !== undefined && valueAt(rest, EMPLOYER) === undefined;
  return isUnnamed ? withValue(rest, EMPLOYER, 'Peeters NV') : rest;
}
