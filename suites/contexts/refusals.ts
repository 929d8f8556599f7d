import type { Dimension } from './dimension.ts';

/** Calls on the draft that were refused before: invalid ones have no effect (D2), and a service may lock the draft (R5). */
export const refusals: Dimension<0 | 3> = {
  name: 'refusals',
  rule: 'D2',
  plain: 0,
  wheel: [3, 0],
  condition: (count) => `${count} calls on the draft were refused before`,
};
