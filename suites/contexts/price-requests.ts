import type { Dimension } from './dimension.ts';

/** Number of price requests that the draft had before (States and transitions, rule 1; R6). */
export const priceRequests: Dimension<0 | 1 | 2> = {
  name: 'priceRequests',
  rule: 'R6',
  plain: 0,
  wheel: [2, 1, 2, 0, 2, 1, 2],
  simplestFirst: [1, 2],
  condition: (count) => `the draft was priced ${count === 1 ? 'before' : 'twice before'}`,
};
