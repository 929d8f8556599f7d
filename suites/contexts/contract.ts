import type { Dimension } from './dimension.ts';

/** A contract that was made of the draft before; state and order of steps are free (R5). */
export const contract: Dimension<'none' | 'made'> = {
  name: 'contract',
  rule: 'R5',
  plain: 'none',
  wheel: ['made', 'none'],
  condition: () => 'a contract was made before',
};
