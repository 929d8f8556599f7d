import type { Dimension } from './dimension.ts';

/** Number of accepted updates before the probe: requirements hold for an object of any age (D1). */
export const updates: Dimension<0 | 1 | 3 | 5> = {
  name: 'updates',
  rule: 'D1',
  plain: 0,
  wheel: [5, 1, 3, 0, 1, 0, 0],
  simplestFirst: [1, 3, 5],
  condition: (count) => `the draft was updated ${count === 1 ? 'once' : `${count} times`} before`,
};
