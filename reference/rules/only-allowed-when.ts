import type { Choices } from '../choices.ts';
import type { JoblossDraft } from '../../spec/schemas/jobloss-draft.ts';
import type { Rule } from './rule.ts';

/** Two jobloss flags are only allowed under certain employee statuses (E2). Without a status both are tolerated. */
export const onlyAllowedWhen = (choices: Choices): Rule => ({
  id: 'only-allowed-when',
  lines: ['jobloss'],
  at: choices.checkpoints.onlyAllowedWhen,
  check: ({ body }) => {
    const job = (body as JoblossDraft).risk?.insuredJob ?? {};
    if (job.employeeStatus === undefined) return undefined;
    const selfEmployed = job.employeeStatus === 'self-employed';
    const flag = selfEmployed ? 'isPermanentContract' : 'willUnregisterSocialFundIfClaim';
    if (job[flag] === undefined) return undefined;
    return {
      message: `not allowed when employeeStatus is ${job.employeeStatus}`,
      field: `/risk/insuredJob/${flag}`,
    };
  },
});
