import * as fc from 'fast-check';
import type { GeneratorContext } from '../context.ts';
import { dateFromDays, daysSinceEpoch } from '../day.ts';
import { valueAt, withValue, withoutValue } from '../pointer.ts';
import { amount } from '../value-types.ts';
import { type Extent, type Fields, absent, optional, oneKindOf, record } from '../record.ts';
import type { Invoice } from './types.ts';

/** Price with VAT, hundredths of EUR, both ends included. */
export const PURCHASE_PRICE = { min: 1_500_000, max: 9_000_000 } as const;

/**
 * Days between purchase and today, both ends included. The border of six months counts from the contract date, which is
 * unknown, so both ranges stay away from it by more than a contract deferred by 29 days plus the 7 days of E7.
 */
export const DAYS_SINCE_PURCHASE = {
  recent: { min: 1, max: 140 },
  old: { min: 220, max: 1_500 },
} as const;

/** Age of a purchase: within the six months of the invoice rule, or older. */
export type PurchaseAge = keyof typeof DAYS_SINCE_PURCHASE;

type When = Pick<Fields<Invoice>, 'isPurchasedInLast6Months' | 'purchasedDate'>;

const bought = (when: When) =>
  record<Invoice>({ ...when, purchasedPriceIncludingVat: amount(PURCHASE_PRICE) });

/** An invoice with a date of that age; the flag is absent or agrees with it (E7). Shrinks to no flag, latest date. */
function datedInvoice(context: GeneratorContext, age: PurchaseAge): fc.Arbitrary<Invoice> {
  return bought({
    isPurchasedInLast6Months: optional(fc.constant(age === 'recent')),
    purchasedDate: fc
      .integer(DAYS_SINCE_PURCHASE[age])
      .map((days) => dateFromDays(daysSinceEpoch(context.today) - days)),
  });
}

/** An invoice with the flag alone, which is required without a date (C7). Shrinks to false. */
const undatedInvoice = bought({
  isPurchasedInLast6Months: fc.boolean(),
  purchasedDate: absent,
});

/** An invoice: recent, and in any draft also old or without a date. Shrinks to a recent one. */
export function invoice(context: GeneratorContext, extent: Extent): fc.Arbitrary<Invoice> {
  const recent = datedInvoice(context, 'recent');
  return extent === 'complete'
    ? recent
    : oneKindOf(recent, datedInvoice(context, 'old'), undatedInvoice);
}

const VEHICLE = '/risk/vehicle';
const FLAG = `${VEHICLE}/invoice/isPurchasedInLast6Months`;
const DATE = `${VEHICLE}/invoice/purchasedDate`;
const YEAR = `${VEHICLE}/firstRegistrationYear`;

/** Purchase data of an invoice; an omitted field is absent from it. */
export interface Purchase {
  /** Days between purchase and today, well clear of the six months (E7). */
  readonly daysAgo?: number;
  /** The field isPurchasedInLast6Months. */
  readonly flag?: boolean;
}

/** A motor gap draft whose invoice has exactly this purchase data, with a matching year of registration (E7). */
export function withPurchase(
  drawn: object,
  { daysAgo, flag }: Purchase,
  { today }: GeneratorContext,
): object {
  const bare = withoutValue(withoutValue(drawn, FLAG), DATE);
  const flagged = flag === undefined ? bare : withValue(bare, FLAG, flag);
  if (daysAgo === undefined) return flagged;
  const date = dateFromDays(daysSinceEpoch(today) - daysAgo);
  const dated = withValue(flagged, DATE, date);
  const purchased = date.slice(0, 'YYYY'.length);
  const registered = valueAt(dated, YEAR) as string | undefined;
  return registered !== undefined && registered > purchased
    ? withValue(dated, YEAR, purchased)
    : dated;
}

/** A motor gap draft with an invoice whose purchase is old and has no flag, with a matching year of registration (E7). */
export function withOldPurchase(drawn: object, context: GeneratorContext): object {
  return withPurchase(drawn, { daysAgo: DAYS_SINCE_PURCHASE.old.min }, context);
}
