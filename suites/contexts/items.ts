import type { Dimension } from './dimension.ts';

/** Number of cars, persons and metadata keys that are added to a travel draft; of two cars one is deleted again (D13). */
export const items: Dimension<0 | 1 | 2> = {
  name: 'items',
  rule: 'D13',
  plain: 0,
  wheel: [2, 0, 1],
  simplestFirst: [1, 2],
  lines: ['travel'],
  condition: (count) =>
    count === 1
      ? 'the draft has one item of each kind'
      : 'the draft has had two items of each kind, of which one car was deleted',
};
