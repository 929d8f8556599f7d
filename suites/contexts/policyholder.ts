import type { Policyholder } from '../../generators/surroundings.ts';
import type { Dimension } from './dimension.ts';

/** Kind of the draft's policyholder: requirements hold for a person and for a company (V17). */
export const policyholder: Dimension<Policyholder> = {
  name: 'policyholder',
  rule: 'V17',
  plain: 'any',
  wheel: ['company', 'person'],
  condition: (value) => `the policyholder is a ${value}`,
  // A jobloss draft is always that of a person.
  lines: ['travel', 'landlord', 'gap'],
};
