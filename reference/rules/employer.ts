import type { Choices } from '../choices.ts';
import type { JoblossDraft } from '../../spec/schemas/jobloss-draft.ts';
import type { Rule } from './rule.ts';

/** The employer is mandatory for a person stated to be employed (jobloss, insuredJob; C6). */
export const employer = (choices: Choices): Rule => ({
  id: 'employer',
  lines: ['jobloss'],
  at: choices.checkpoints.employer,
  check: ({ body }) => {
    const job = (body as JoblossDraft).risk?.insuredJob;
    const isDecided =
      job?.employeeStatus !== undefined || choices.employerWithoutStatus === 'mandatory';
    const mandatory = isDecided && job?.employeeStatus !== 'self-employed';
    if (!job || !mandatory || job.employer !== undefined) return undefined;
    return {
      message: 'mandatory when employeeStatus is not self-employed',
      field: '/risk/insuredJob/employer',
    };
  },
});
