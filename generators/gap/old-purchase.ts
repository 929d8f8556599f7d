import type { GeneratorContext } from '../context.ts';
import { DAYS_SINCE_PURCHASE } from './invoice.ts';
import { withPurchase } from './purchase.ts';

/** A motor gap draft with an invoice, its purchase now long ago and without the flag, registered by then (E7). */
export function withOldPurchase(drawn: object, context: GeneratorContext): object {
  return withPurchase(drawn, { daysAgo: DAYS_SINCE_PURCHASE.old.min }, context);
}
