import type { ListPosition } from '../../generators/surroundings.ts';
import type { Dimension } from './dimension.ts';

/** Position of the faulty item in its list: lists are judged with one item and with two (V17). */
export const listPosition: Dimension<ListPosition> = {
  name: 'listPosition',
  rule: 'V17',
  plain: 'first',
  wheel: ['second', 'first-of-two', 'second', 'first'],
  simplestFirst: ['first-of-two', 'second'],
  condition: (position) =>
    position === 'second'
      ? 'the second item of the list has the fault'
      : 'the first item of the list has the fault, and another one follows',
};
