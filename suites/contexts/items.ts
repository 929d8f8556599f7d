import type { Line } from '../../spec/line.ts';
import type { Dimension } from './dimension.ts';

/** Number of cars, persons and metadata keys, of each kind, that a travel draft has (D13). */
export const items: Dimension<0 | 1 | 2> = {
  name: 'items',
  rule: 'D13',
  plain: 0,
  wheel: [2, 0, 1],
  condition: (count) => `the draft has ${count === 1 ? 'one item' : 'two items'} of each kind`,
};

/** Dimensions that apply to a line: only travel drafts have items. */
export const dimensionsOn = <Name extends string>(
  line: Line,
  names: readonly Name[],
): readonly Name[] => (line === 'travel' ? names : names.filter((name) => name !== items.name));
