import type { Rule } from './rule.ts';
import type { ToContract } from '../../spec/schemas/one-shot.ts';
import { validPrice } from '../valid-price.ts';

/** The transaction amount of a motor gap contract is that of the newest valid price request (K3: not written). */
export const amountEqualsPrice: Rule = {
  id: 'amount-equals-price',
  lines: ['gap'],
  at: 'contract',
  check: ({ draft, payload, now }) => {
    const price = draft && validPrice(draft, now);
    const { value } = (payload as ToContract).transactionAmount;
    if (!price || price.amount === value) return undefined;
    return { message: 'is not the price of the draft', field: '/transactionAmount/value' };
  },
};
