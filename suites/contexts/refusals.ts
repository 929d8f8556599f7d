import type { Dimension } from './dimension.ts';

/** Invalid calls on the draft before: a refused one changes nothing (D13), though a service may lock the draft (S18). */
export const refusals: Dimension<0 | 3> = {
  name: 'refusals',
  rule: 'D13',
  plain: 0,
  wheel: [3, 0],
  condition: (count) => `${count} invalid calls were made on the draft before`,
};
