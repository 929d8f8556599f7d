import { expect, test } from 'vitest';
import { completeDraft } from '../draft.ts';
import { RICH } from '../testing/test-body.ts';
import { valueAt } from '../pointer.ts';
import { sample } from '../sample.ts';
import { withPurchase } from './purchase.ts';

const context = { ...RICH, today: '2026-01-10' };
const drawn = Array.from({ length: 30 }, (_, seed) => sample(completeDraft('gap', context), seed));
const invoiceOf = (body: object) => valueAt(body, '/risk/vehicle/invoice');

test('sets the date and the flag, and no other purchase data', () => {
  for (const draft of drawn) {
    const price = valueAt(draft, '/risk/vehicle/invoice/purchasedPriceIncludingVat');
    const dated = withPurchase(draft, { daysAgo: 30 }, context);
    const both = withPurchase(draft, { daysAgo: 400, flag: false }, context);
    const flagged = withPurchase(draft, { flag: true }, context);

    expect(invoiceOf(dated)).toEqual({
      purchasedPriceIncludingVat: price,
      purchasedDate: '2025-12-11',
    });
    expect(invoiceOf(both)).toEqual({
      purchasedPriceIncludingVat: price,
      purchasedDate: '2024-12-06',
      isPurchasedInLast6Months: false,
    });
    expect(invoiceOf(flagged)).toEqual({
      purchasedPriceIncludingVat: price,
      isPurchasedInLast6Months: true,
    });
  }
});

test('no car is registered after its purchase', () => {
  const years = drawn.map((draft) =>
    valueAt(withPurchase(draft, { daysAgo: 400 }, context), '/risk/vehicle/firstRegistrationYear'),
  );

  expect(years.filter((year) => typeof year !== 'string' || year > '2024')).toEqual([]);
});
