import type { Dimension } from './dimension.ts';

/** Item of a list that carries the fault; a body with a single item carries it there. */
export type ListPosition = 'first' | 'second';

/** Position of the faulty item in its list: lists are judged with one item and with two (V17). */
export const listPosition: Dimension<ListPosition> = {
  name: 'listPosition',
  rule: 'V17',
  plain: 'first',
  wheel: ['second', 'first', 'second', 'second'],
  condition: (position) => `the ${position} item of the list has the fault`,
};
