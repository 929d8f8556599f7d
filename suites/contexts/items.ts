import type { Dimension } from './dimension.ts';

/** Number of cars, persons and metadata keys, of each kind, that a travel draft has (D13). */
export const items: Dimension<0 | 1 | 2> = {
  name: 'items',
  rule: 'D13',
  plain: 0,
  wheel: [2, 0, 1],
  lines: ['travel'],
  condition: (count) => `the draft has ${count === 1 ? 'one item' : 'two items'} of each kind`,
};
