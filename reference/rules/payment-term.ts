import type { Choices } from '../choices.ts';
import type { Rule } from './rule.ts';
import type { ToContract } from '../../spec/schemas/one-shot.ts';

/** The payment term is one that the service offers (To-contract payload; values not shown). */
export const paymentTerm = (choices: Choices): Rule => ({
  id: 'payment-term',
  lines: ['gap'],
  at: 'contract',
  check: ({ payload }) => {
    const { paymentTerm: term } = payload as ToContract;
    if (choices.paymentTerms.includes(term)) return undefined;
    return { message: `one of ${choices.paymentTerms.join(', ')}`, field: '/paymentTerm' };
  },
});
