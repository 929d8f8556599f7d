import type { Choices } from '../choices.ts';
import type { Rule } from './rule.ts';

/** Only one contract per motor gap draft (States and transitions, rule 3), if a second call is not a replay (K2). */
export const oneContract = ({ secondContract }: Choices): Rule => ({
  id: 'one-contract',
  lines: ['gap'],
  at: 'contract',
  check: ({ draft }) =>
    secondContract === 'replay' || draft?.contracts.length === 0
      ? undefined
      : { message: 'the draft already has its contract', status: secondContract },
});
