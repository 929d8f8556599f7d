import type { Choices } from '../choices.ts';
import { LINES } from '../../spec/line.ts';
import type { Rule } from './rule.ts';
import { validPrice } from '../valid-price.ts';

/** A contract needs a price request that is neither invalidated nor expired (States and transitions, rules 2 and 4). */
export const priceBeforeContract = ({ contractNeeds }: Choices): Rule => ({
  id: 'price-before-contract',
  lines: LINES.filter((line) => contractNeeds[line === 'gap' ? 'gapPrice' : 'price']),
  at: 'contract',
  check: ({ draft, now }) =>
    draft && validPrice(draft, now)
      ? undefined
      : { message: 'the draft has no valid price request; create one first' },
});
