import type { JoblossDraft } from '../../spec/schemas/jobloss-draft.ts';
import type { Broken, Rule } from './rule.ts';

const refuse = (flag: string, message: string): Broken => ({
  message,
  field: `/risk/insuredJob/${flag}`,
  // The only rule for which the specification states a step and a status (E1).
  status: 400,
});

/** The four jobloss flags, refused at the draft write with 400 (Errors, rule 1). Absent ones are tolerated (C6). */
export const joblossFlags: Rule = {
  id: 'jobloss-flags',
  lines: ['jobloss'],
  at: 'write',
  check: ({ body }) => {
    const job = (body as JoblossDraft).risk?.insuredJob ?? {};
    const selfEmployed = job.employeeStatus === 'self-employed';
    const employed = job.employeeStatus !== undefined && !selfEmployed;
    if (job.isAwareOfImpendingJobloss === true)
      return refuse('isAwareOfImpendingJobloss', 'an impending jobloss cannot be insured');
    if (job.workingAtLeast16Hours === false)
      return refuse('workingAtLeast16Hours', 'at least 16 hours a week must be worked');
    if (employed && job.isPermanentContract === false)
      return refuse('isPermanentContract', 'only a permanent contract can be insured');
    if (selfEmployed && job.willUnregisterSocialFundIfClaim === false)
      return refuse('willUnregisterSocialFundIfClaim', 'must be confirmed when self-employed');
    return undefined;
  },
};
