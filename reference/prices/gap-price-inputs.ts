import type { GapDraft } from '../../spec/schemas/gap-draft.ts';
import { RECENT_PURCHASE_MONTHS } from '../../spec/limits.ts';
import { minusMonths } from '../calendar.ts';
import { within } from './money.ts';

type Vehicle = NonNullable<NonNullable<GapDraft['risk']>['vehicle']>;

/** Everything that influences a motor gap price; amounts in hundredths of EUR. */
export interface GapPriceInputs {
  readonly months: number;
  readonly purchasePrice: number;
  readonly boughtRecently: boolean;
  readonly deductible: number;
  /** Rate between 0 and 1. */
  readonly depreciation: number;
  readonly fullProtectionMonths: number;
  readonly claimLimit: number;
  readonly isLightCommercial: boolean;
  readonly vehicleCode: string;
  readonly claims: number;
  readonly paperCopy: boolean;
}

/** The invoice rule: computed from purchasedDate if it is given, else as stated; absent counts as false (E7, C7). */
export const boughtRecently = (invoice: Vehicle['invoice'], today: string): boolean =>
  invoice?.purchasedDate === undefined
    ? invoice?.isPurchasedInLast6Months === true
    : invoice.purchasedDate >= minusMonths(today, RECENT_PURCHASE_MONTHS);

/** Reads the inputs from a draft, which may not be validated yet; defaults describe an average car. */
export const gapPriceInputs = (draft: GapDraft, today: string): GapPriceInputs => {
  const { risk, terms } = draft;
  const casco = risk?.cascoFactors;
  const rate = casco?.depreciationRate ?? { numerator: 1, denominator: 5 };
  const invoice = risk?.vehicle?.invoice;
  const variant: unknown = terms?.variant ?? 'GAP36';
  const drivers = risk?.drivers ?? [];
  return {
    months: within(Number(String(variant).slice(3)), 0, 600),
    purchasePrice: within(invoice?.purchasedPriceIncludingVat?.value ?? 2_500_000, 0, 100_000_000),
    boughtRecently: boughtRecently(invoice, today),
    deductible: within(casco?.deductible?.value ?? 50_000, 0, 10_000_000),
    // An absent denominator counts as 1 (Shared types, Fraction).
    depreciation: within(rate.numerator / (rate.denominator ?? 1), 0, 1),
    fullProtectionMonths: within(casco?.fullProtectionDuration ?? 12, 0, 120),
    claimLimit: within(terms?.claimLimit?.value ?? 1_500_000, 0, 100_000_000),
    isLightCommercial: risk?.vehicle?.details?.vehicleType === '20',
    vehicleCode: risk?.vehicle?.details?.code ?? '',
    claims: (Array.isArray(drivers) ? drivers : []).reduce(
      (total, { numberOfClaimsLast5Years: claims }) =>
        total + within(Number(String(claims ?? 0).charAt(0)), 0, 9),
      0,
    ),
    paperCopy: terms?.requestPaperCopy === true,
  };
};
