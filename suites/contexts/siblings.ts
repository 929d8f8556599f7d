import type { Dimension } from './dimension.ts';

/** Fields beside the faulty one: those of a complete draft, or a drawn subset. */
export type Siblings = 'complete' | 'few';

/** Fields beside the faulty field: optional ones may be absent (Input validation, V17). */
export const siblings: Dimension<Siblings> = {
  name: 'siblings',
  rule: 'V17',
  plain: 'complete',
  wheel: ['complete', 'few', 'complete'],
  condition: (value) => (value === 'few' ? 'other fields are left out' : 'all fields are sent'),
};
