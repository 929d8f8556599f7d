import { withPurchase } from '../../generators/gap/purchase.ts';
import { withValue } from '../../generators/pointer.ts';
import type { Run } from '../run.ts';
import type { AlikeDrafts } from './price-alike.ts';

const RATE = '/risk/cascoFactors/depreciationRate';

const withoutDenominator = (numerator: 0 | 1): AlikeDrafts => ({
  requirement: 'GAP-FRACTION-02',
  name: `numerator-${numerator}`,
  wanted: `the depreciation rate ${numerator} is priced like ${numerator}/1`,
  plain: (drawn) => withValue(drawn, RATE, { numerator, denominator: 1 }),
  other: (drawn) => withValue(drawn, RATE, { numerator }),
  onRefusal: ({ refused, isOther }) => {
    if (isOther) return { blame: 'GAP-FRACTION-01' };
    if (refused.operation === 'gap.price-request') return 'unlike';
    return { blame: 'GAP-LEGAL-risk.cascoFactors.depreciationRate.denominator' };
  },
});

/** C4: rates that the denominator 1 allows. A tariff may refuse the rate 1, but then with and without its denominator. */
export const FRACTIONS: readonly AlikeDrafts[] = [withoutDenominator(1), withoutDenominator(0)];

/** E7: far from the six-month border on both sides. */
const AGES = {
  recent: { daysAgo: 30, requirement: 'GAP-INVOICE-01', words: 'a recent purchasedDate' },
  old: { daysAgo: 400, requirement: 'GAP-INVOICE-02', words: 'a purchasedDate of long ago' },
} as const;

const FLAG = 'GAP-LEGAL-risk.vehicle.invoice.isPurchasedInLast6Months';

const flagBesideDate = (run: Run, age: keyof typeof AGES, flag: boolean): AlikeDrafts => {
  const { daysAgo, requirement, words } = AGES[age];
  return {
    requirement,
    name: `${age}-${flag}`,
    wanted: `with ${words} the same price with isPurchasedInLast6Months ${flag} as without it`,
    plain: (drawn) => withPurchase(drawn, { daysAgo }, run.generators),
    other: (drawn) => withPurchase(drawn, { daysAgo, flag }, run.generators),
    onRefusal: async ({ refused, isOther, drawn, isWritten }) => {
      // E7: a flag that contradicts the date may be refused; whoever does so consistently is only observed.
      if (age === 'recent' && !flag) return 'free';
      if (refused.operation === 'gap.price-request') return 'unlike';
      const alone = withPurchase(drawn, { flag }, run.generators);
      return isOther && (await isWritten(alone)) ? 'unlike' : { blame: FLAG };
    },
  };
};

/** E7: dates and flags that say the same, and the one contradiction that the date decides. */
export const invoices = (run: Run): readonly AlikeDrafts[] => [
  flagBesideDate(run, 'recent', true),
  flagBesideDate(run, 'recent', false),
  flagBesideDate(run, 'old', false),
];
