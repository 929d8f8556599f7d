import type { Dimension } from './dimension.ts';

/** Spellings of the country in the path (W2). */
export type Spelling = 'BE' | 'be' | 'Be' | 'bE';

/** Spelling of the country in the path of every call of a probe and its control request. */
export const country: Dimension<Spelling> = {
  name: 'country',
  rule: 'W2',
  plain: 'BE',
  // All other requests use the canonical spelling, so it has a lower weight here.
  wheel: ['be', 'Be', 'be', 'bE', 'BE', 'be', 'Be', 'bE'],
  condition: (spelling) => `the country is written ${spelling}`,
};
