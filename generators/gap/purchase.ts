import type { GeneratorContext } from '../context.ts';
import { dayOf, numberOf } from '../day.ts';
import { valueAt, withValue, withoutValue } from '../pointer.ts';

const VEHICLE = '/risk/vehicle';
const FLAG = `${VEHICLE}/invoice/isPurchasedInLast6Months`;
const DATE = `${VEHICLE}/invoice/purchasedDate`;
const YEAR = `${VEHICLE}/firstRegistrationYear`;

/** When and how an invoice says that the car was bought; what is left out is not said. */
export interface Purchase {
  /** Days between purchase and today, well clear of the six months (E7). */
  readonly daysAgo?: number;
  /** isPurchasedInLast6Months. */
  readonly flag?: boolean;
}

/** A motor gap draft with an invoice that says exactly this of the purchase, registered by then (E7). */
export function withPurchase(
  drawn: object,
  { daysAgo, flag }: Purchase,
  { today }: GeneratorContext,
): object {
  const bare = withoutValue(withoutValue(drawn, FLAG), DATE);
  const flagged = flag === undefined ? bare : withValue(bare, FLAG, flag);
  if (daysAgo === undefined) return flagged;
  const date = dayOf(numberOf(today) - daysAgo);
  const dated = withValue(flagged, DATE, date);
  const purchased = date.slice(0, 'YYYY'.length);
  const registered = valueAt(dated, YEAR) as string | undefined;
  return registered !== undefined && registered > purchased
    ? withValue(dated, YEAR, purchased)
    : dated;
}
