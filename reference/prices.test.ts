import { type RunningReference, startReference } from './start.ts';
import { Visitor, at } from './testing/visitor.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { idOn, writeDraft } from './testing/journey.ts';
import {
  priceRequestResource,
  priceRequestResourceAlternative,
} from '../spec/schemas/price-request.ts';
import { NOON } from './testing/draft-cases.ts';
import { SAMPLE_DRAFTS } from './testing/sample-drafts.ts';
import { boughtRecently } from './prices/gap-price-inputs.ts';
import { resourceFault } from './testing/resource-fault.ts';
import { withPointer } from './json.ts';

let running: RunningReference;
let visitor: Visitor;
beforeAll(async () => {
  running = await startReference({ now: () => NOON });
  visitor = new Visitor(running);
});
afterAll(() => running.close());

const priced = async (line: 'jobloss' | 'travel' | 'landlord' | 'gap', body: unknown) => {
  const { draftId } = await writeDraft(visitor, line, body);
  return visitor.call(idOn(line, 'price-request'), { draftId }, {});
};
const gapPrice = async (pointer: string, value: unknown) => {
  const answer = await priced('gap', withPointer(SAMPLE_DRAFTS.gap, pointer, value));
  return at(answer.body, '/totalPrice/withTaxes');
};

test.each([
  ['landlord', priceRequestResource],
  ['jobloss', priceRequestResourceAlternative],
  ['travel', priceRequestResourceAlternative],
] as const)('prices of %s have the shape of their resource', async (line, schema) => {
  const { body } = await priced(line, SAMPLE_DRAFTS[line]);

  expect(at(body, '/prices/1')).toBeDefined();
  expect(resourceFault(schema, body)).toBeUndefined();
});

test.each([
  ['landlord', priceRequestResourceAlternative],
  ['jobloss', priceRequestResource],
  ['travel', priceRequestResource],
] as const)(
  'prices of %s have the other shape if a service exchanges them',
  async (line, schema) => {
    const exchanged = await startReference({
      now: () => NOON,
      dialect: 'exchanged',
    });
    const guest = new Visitor(exchanged);
    const { draftId } = await writeDraft(guest, line, SAMPLE_DRAFTS[line]);
    const { body } = await guest.call(idOn(line, 'price-request'), { draftId }, {});
    await exchanged.close();

    expect(at(body, '/prices/1')).toBeDefined();
    expect(resourceFault(schema, body)).toBeUndefined();
  },
);

test('equal motor gap drafts have equal integer prices', async () => {
  const first = await gapPrice('/language', 'nl');
  const second = await gapPrice('/language', 'en');

  expect(first).toBe(second);
  expect(Number.isSafeInteger(first)).toBe(true);
});

test.each([
  ['/risk/cascoFactors/deductible/value', 70000],
  ['/risk/cascoFactors/depreciationRate/numerator', 2],
  ['/risk/cascoFactors/fullProtectionDuration', 24],
  ['/risk/vehicle/invoice/purchasedPriceIncludingVat/value', 3100000],
  ['/risk/vehicle/invoice/isPurchasedInLast6Months', true],
  ['/risk/vehicle/details/vehicleType', '20'],
  ['/risk/drivers', [{ numberOfClaimsLast5Years: '3+' }]],
  ['/terms/claimLimit', { currency: 'EUR', value: 2000000 }],
  ['/terms/requestPaperCopy', true],
  ['/terms/variant', 'GAP48'],
])('%s changes the motor gap price', async (pointer, value) => {
  expect(await gapPrice(pointer, value)).not.toBe(await gapPrice('/language', 'nl'));
});

test('an absent denominator counts as 1', async () => {
  const pointer = '/risk/cascoFactors/depreciationRate';

  expect(await gapPrice(pointer, { numerator: 1 })).toBe(
    await gapPrice(pointer, { numerator: 1, denominator: 1 }),
  );
});

test.each([
  ['no details', '/risk/vehicle/details', undefined],
  ['an unknown code', '/risk/vehicle/details/code', '99999'],
])('%s of the vehicle: no price, 402', async (_, pointer, value) => {
  const answer = await priced('gap', withPointer(SAMPLE_DRAFTS.gap, pointer, value));

  expect(answer.status).toBe(402);
});

test('the purchase date decides if the purchase is recent, not the flag', () => {
  const price = { purchasedPriceIncludingVat: { currency: 'EUR', value: 1 } } as const;
  const recent = (purchasedDate?: string, isPurchasedInLast6Months?: boolean): boolean =>
    boughtRecently(
      {
        ...price,
        ...(purchasedDate === undefined ? {} : { purchasedDate }),
        ...(isPurchasedInLast6Months === undefined ? {} : { isPurchasedInLast6Months }),
      },
      '2026-08-31',
    );

  expect([recent('2026-02-28', false), recent('2026-02-27', true)]).toEqual([true, false]);
  expect([recent(undefined, true), recent()]).toEqual([true, false]);
});
