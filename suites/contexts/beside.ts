import { statusOf } from '../../oracles/answers/answer-form.ts';
import type { Exchange } from '../../spec/exchange.ts';
import type { Dimension } from './dimension.ts';

/** Another call on the same objects that is in flight at the same time: each is answered as if it were alone (section 0, D13). */
export const beside: Dimension<'nothing' | 'call'> = {
  name: 'beside',
  rule: 'D13',
  plain: 'nothing',
  wheel: ['call', 'call', 'nothing'],
  condition: () => 'another call is in flight at the same time',
};

/** Statuses of a call that lost a race for its object: the specification names no such cause (S18). */
const CONFLICTS: readonly number[] = [409, 423];

/** True if the other call in flight may have caused the refusal of a call. */
export const isConflict = (
  exchange: Exchange,
  context: { readonly beside: 'nothing' | 'call' },
): boolean => context.beside === 'call' && CONFLICTS.includes(statusOf(exchange));
