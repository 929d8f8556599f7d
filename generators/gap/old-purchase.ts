import type { GeneratorContext } from '../context.ts';
import { dayOf, numberOf } from '../day.ts';
import { valueAt, withValue, withoutValue } from '../pointer.ts';
import { DAYS_SINCE_PURCHASE } from './invoice.ts';

const VEHICLE = '/risk/vehicle';
const YEAR = `${VEHICLE}/firstRegistrationYear`;

/** A motor gap draft with an invoice, its purchase now long ago and without the flag, registered by then (E7). */
export function withOldPurchase(drawn: object, { today }: GeneratorContext): object {
  const date = dayOf(numberOf(today) - DAYS_SINCE_PURCHASE.old.min);
  const dated = withValue(
    withoutValue(drawn, `${VEHICLE}/invoice/isPurchasedInLast6Months`),
    `${VEHICLE}/invoice/purchasedDate`,
    date,
  );
  const purchased = date.slice(0, 'YYYY'.length);
  const registered = valueAt(dated, YEAR) as string | undefined;
  return registered !== undefined && registered > purchased
    ? withValue(dated, YEAR, purchased)
    : dated;
}
