import type { GapDraft } from '../../../spec/schemas/gap-draft.ts';
import { draftOf, type Tables } from '../../call.ts';
import { changedAt } from '../../item-pointer.ts';
import type { JsonObject } from '../../json.ts';
import type { Fault } from '../injection/fault.ts';
import { atRule, valueInside, refusingFault } from '../injection/stages.ts';

const lacksDenominator = (draft: unknown): boolean => {
  const rate = valueInside(draft, 'risk', 'cascoFactors', 'depreciationRate');
  return rate !== undefined && valueInside(rate, 'denominator') === undefined;
};

type Invoice = NonNullable<NonNullable<NonNullable<GapDraft['risk']>['vehicle']>['invoice']>;

/** Prices motor gap drafts as if they had another content. */
const pricesAs = (tables: Tables, read: (body: JsonObject) => JsonObject): void => {
  const tariff = tables.tariffs.gap;
  tables.tariffs.gap = (subject) => tariff({ ...subject, body: read(subject.body) });
};

const misreads = (
  id: string,
  requirement: string,
  what: string,
  pointer: string,
  read: (value: unknown) => unknown,
): Fault => ({
  id,
  breaks: { requirement, operation: 'gap.price-request' },
  what,
  inject: (tables) => pricesAs(tables, (body) => changedAt(body, pointer, read)),
});

const misreadsInvoice = (
  id: string,
  requirement: 'GAP-INVOICE-01' | 'GAP-INVOICE-02',
  what: string,
  read: (flag: boolean | undefined) => Partial<Record<keyof Invoice, unknown>>,
): Fault =>
  misreads(id, requirement, what, '/risk/vehicle/invoice', (value) => {
    const invoice = value as Invoice;
    if (invoice.purchasedDate === undefined) return invoice;
    return { ...invoice, ...read(invoice.isPurchasedInLast6Months) };
  });

const LONG_AGO = '2001-01-01';
const BY_FLAG = { purchasedDate: undefined };

const withoutDenominator = (id: string, what: string, denominator: number): Fault =>
  misreads(id, 'GAP-FRACTION-02', what, '/risk/cascoFactors/depreciationRate', (value) => ({
    denominator,
    ...(value as JsonObject),
  }));

/** Motor gap drafts that are refused, insured or priced as if their content were different. */
export const faults: readonly Fault[] = [
  // Motor gap fields that a service requires although a rule makes them optional.
  refusingFault(
    'gap-updated-only-with-denominator',
    'GAP-FRACTION-01',
    'gap.draft-update',
    'Motor gap Draft Update refuses a depreciation rate without a denominator.',
    ({ body }) => lacksDenominator(body),
    'denominator is required',
  ),
  refusingFault(
    'gap-priced-only-with-denominator',
    'GAP-FRACTION-01',
    'gap.price-request',
    'The motor gap price request refuses drafts whose depreciation rate has no denominator.',
    (call) => lacksDenominator(draftOf(call).body),
    'denominator is required',
  ),
  {
    ...refusingFault(
      'gap-priced-only-with-white-label',
      'GAP-WHITELABEL-01',
      'gap.price-request',
      'The motor gap price request requires a white label although the product has only one.',
      (call) => draftOf(call).body['whiteLabelId'] === undefined,
      'whiteLabelId is required',
    ),
    // Its absence may be refused if the target names none or several (P5).
    shownBy: ({ whiteLabels }) => whiteLabels.length === 1,
  },
  // Motor gap drafts that are priced as if their content were different.
  withoutDenominator(
    'gap-rate-in-percent',
    'The price counts a depreciation rate without its denominator as hundredths.',
    100,
  ),
  withoutDenominator(
    'gap-rate-in-twelfths',
    'The price counts a depreciation rate without its denominator as twelfths.',
    12,
  ),
  misreadsInvoice(
    'gap-flag-wins-over-recent-date',
    'GAP-INVOICE-01',
    'A car with a recent purchasedDate gets the price of an old purchase if the flag is false.',
    (flag) => (flag === false ? { purchasedDate: LONG_AGO } : {}),
  ),
  misreadsInvoice(
    'gap-recent-date-needs-flag',
    'GAP-INVOICE-01',
    'A car with a recent purchasedDate gets the price of an old purchase if the flag is absent.',
    (flag) => (flag === undefined ? { purchasedDate: LONG_AGO } : {}),
  ),
  {
    id: 'gap-recent-date-and-flag-cost-more',
    breaks: { requirement: 'GAP-INVOICE-01', operation: 'gap.price-request' },
    what: 'A car with a recent purchasedDate costs a euro more if the flag is also true.',
    inject: (tables) => {
      const tariff = tables.tariffs.gap;
      tables.tariffs.gap = (subject) => {
        const price = tariff(subject);
        const invoice = (subject.body as GapDraft).risk?.vehicle?.invoice;
        const isTwice = invoice?.isPurchasedInLast6Months === true && invoice.purchasedDate;
        return isTwice ? { ...price, amount: price.amount + 100 } : price;
      };
    },
  },
  misreadsInvoice(
    'gap-old-date-called-old-is-recent',
    'GAP-INVOICE-02',
    'A car bought long ago gets the price of a recent purchase if the flag is false.',
    (flag) => (flag === false ? { ...BY_FLAG, isPurchasedInLast6Months: true } : {}),
  ),
  // Motor gap drafts that are accepted although they break a rule.
  {
    id: 'gap-priced-without-vehicle-details',
    breaks: { requirement: 'GAP-VEHICLE-01', operation: 'gap.price-request' },
    what: 'A motor gap draft without vehicle details gets the price of an average car.',
    inject: (tables) => {
      atRule(tables, 'vehicle-details', (subject, check) => {
        const { risk } = subject.body as GapDraft;
        return risk?.vehicle?.details ? check() : undefined;
      });
    },
  },
  {
    id: 'gap-priced-without-any-vehicle',
    breaks: { requirement: 'GAP-VEHICLE-01', operation: 'gap.price-request' },
    what: 'A motor gap draft is priced without vehicle details if it says nothing of a vehicle.',
    inject: (tables) => {
      atRule(tables, 'vehicle-details', (subject, check) => {
        const { risk } = subject.body as GapDraft;
        return risk?.vehicle ? check() : undefined;
      });
    },
  },
  {
    id: 'gap-impossible-insurer-insured',
    breaks: { requirement: 'GAP-INSURER-01', operation: 'gap.draft-update' },
    what: 'A motor gap draft gets a contract with a casco insurer that does not exist.',
    inject: (tables) => atRule(tables, 'casco-insurer', () => undefined),
  },
];
