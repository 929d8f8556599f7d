import type { Siblings } from '../../generators/surroundings.ts';
import type { Dimension } from './dimension.ts';

/** Fields beside the faulty field: optional ones may be absent (Input validation, V17). */
export const siblings: Dimension<Siblings> = {
  name: 'siblings',
  rule: 'V17',
  plain: 'complete',
  wheel: ['complete', 'partial', 'rest', 'few'],
  condition: (value) =>
    value === 'complete' ? 'all fields are sent' : 'some optional fields are left out',
};

/** Siblings that hold what these lack. */
export const OTHER_SIBLINGS: Readonly<Record<Siblings, Siblings>> = {
  complete: 'few',
  short: 'complete',
  few: 'complete',
  partial: 'rest',
  rest: 'partial',
};
