import type { Dimension } from './dimension.ts';

/** Another call on the same objects that is in flight at the same time: each is answered as if it were alone (section 0, D13). */
export const beside: Dimension<'nothing' | 'call'> = {
  name: 'beside',
  rule: 'D13',
  plain: 'nothing',
  wheel: ['call', 'call', 'nothing'],
  condition: () => 'another call is in flight at the same time',
};
