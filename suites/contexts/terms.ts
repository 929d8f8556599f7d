import type { Dimension } from './dimension.ts';

/** User terms that were requested for the draft before (R5). */
export const terms: Dimension<'none' | 'taken'> = {
  name: 'terms',
  rule: 'R5',
  plain: 'none',
  wheel: ['taken', 'none', 'taken', 'taken', 'taken', 'taken'],
  condition: () => 'the user terms were taken before',
};
