import type { JoblossDraft } from '../../spec/schemas/jobloss-draft.ts';
import { type Rules, COMMON_RULES } from '../common-rules.ts';
import type { InsuredJob } from './insured-job.ts';

const jobOf = (draft: JoblossDraft): InsuredJob => draft.risk?.insuredJob ?? {};
const isSelfEmployed = ({ employeeStatus }: InsuredJob) => employeeStatus === 'self-employed';
const isEmployed = ({ employeeStatus }: InsuredJob) =>
  employeeStatus === 'employee' || employeeStatus === 'governmentOfficial';

/** Rules of a valid jobloss draft. */
export const joblossRules: Rules<JoblossDraft> = {
  ...COMMON_RULES,
  /** isAwareOfImpendingJobloss is not true (E1). */
  'not-aware-of-jobloss': (draft) => jobOf(draft).isAwareOfImpendingJobloss !== true,
  /** workingAtLeast16Hours is not false (E1). */
  'sixteen-hours': (draft) => jobOf(draft).workingAtLeast16Hours !== false,
  /** isPermanentContract is not false, and true for an employee or official (E1, C6). */
  'permanent-contract-true': (draft) => {
    const { isPermanentContract, ...job } = jobOf(draft);
    return isPermanentContract ?? !isEmployed(job);
  },
  /** isPermanentContract is present only for an employee or official (E2). */
  'permanent-contract-only-employed': (draft) =>
    jobOf(draft).isPermanentContract === undefined || isEmployed(jobOf(draft)),
  /** willUnregisterSocialFundIfClaim is not false, and true for a self-employed (E1, C6). */
  'unregister-true': (draft) => {
    const { willUnregisterSocialFundIfClaim, ...job } = jobOf(draft);
    return willUnregisterSocialFundIfClaim ?? !isSelfEmployed(job);
  },
  /** willUnregisterSocialFundIfClaim is present only for a self-employed (E2). */
  'unregister-only-self-employed': (draft) =>
    jobOf(draft).willUnregisterSocialFundIfClaim === undefined || isSelfEmployed(jobOf(draft)),
  /** A job has an employer unless it is declared self-employed (E4, C6, E2). */
  employer: ({ risk }) =>
    risk?.insuredJob === undefined ||
    isSelfEmployed(risk.insuredJob) ||
    risk.insuredJob.employer !== undefined,
  /** Only a self-employed gives a VAT number. */
  'vat-only-self-employed': (draft) =>
    draft.policyholder?.person?.vat === undefined || isSelfEmployed(jobOf(draft)),
};
