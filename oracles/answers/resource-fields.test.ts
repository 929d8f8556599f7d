import { expect, test } from 'vitest';
import type { OperationId } from '../../spec/operations.ts';
import { judgeResourceFields } from './resource-fields.ts';
import { sampleExchange } from '../example.ts';

const judged = (operation: OperationId, body: unknown) =>
  judgeResourceFields(sampleExchange(operation, 200, { body }));
const wrong = (operation: OperationId, body: unknown) =>
  judged(operation, body)
    .filter((each) => each.verdict === 'fail')
    .map((each) => `${each.requirement} at ${each.where}: ${each.got}`);

const first = {
  currency: 'EUR',
  priceRequestId: 'p1',
  prices: [
    {
      variant: 'BASIC',
      landlord: { claimLimit: 500000, totalPrice: { withTaxes: 100, taxes: 9, withoutTaxes: 91 } },
      totalPackage: { totalPrice: { withTaxes: 100 } },
    },
  ],
};
const alternative = {
  priceRequestId: 'p1',
  prices: [
    {
      variant: 'JOBLOSS-A',
      commercialName: 'A',
      claimLimit: { currency: 'EUR', value: 500000 },
      totalTax: { currency: 'EUR', value: 900 },
    },
  ],
};

test('an empty resource is observed on all operations, never failed (D2)', () => {
  const all = judged('landlord.draft-get', {});
  expect(all.length).toBeGreaterThan(60);
  expect(new Set(all.map((each) => each.verdict))).toEqual(new Set(['observed']));
});

test('EUR in lower case is observed, another currency fails (V2)', () => {
  const odd = (currency: string) =>
    judged('landlord.price-request', { ...first, currency }).find(
      ({ requirement }) => requirement === 'PRICE-FIELD-currency-enum',
    );

  expect(odd('eur')).toMatchObject({ verdict: 'observed', got: '"eur"' });
  for (const wrong of ['USD', 'Eur', ' EUR '])
    expect(odd(wrong)).toMatchObject({ verdict: 'fail', got: JSON.stringify(wrong) });
});

test.each([
  [{ draftId: 7 }, 'LANDLORD-RESOURCE-draftId-type at /draftId: 7'],
  [{ language: 'nl' }, 'LANDLORD-RESOURCE-language-enum at /language: "nl"'],
  [{ language: 'NL-be' }, 'LANDLORD-RESOURCE-language-enum at /language: "NL-be"'],
  [{ createdAt: '2026-11-21' }, 'LANDLORD-RESOURCE-createdAt-format at /createdAt: "2026-11-21"'],
  [
    { risk: { insuredProperty: { monthlyRent: { currency: 'EUR', value: '9' } } } },
    'LANDLORD-RESOURCE-risk.insuredProperty.monthlyRent.value-type at /risk/insuredProperty/monthlyRent/value: "9"',
  ],
  [
    { policyholder: { address: { country: 'BEL' } } },
    'LANDLORD-RESOURCE-policyholder.address.country-format at /policyholder/address/country: "BEL"',
  ],
])('%j breaks exactly one row', (body, finding) => {
  expect(wrong('landlord.draft-update', body)).toEqual([finding]);
});

test.each([
  { createdAt: '2026-11-21T09:00:00Z', language: null },
  { terms: { startDate: '2026-12-01T00:00:00Z' } },
  { risk: { insuredProperty: { surfaceArea: { value: 80.0 } } } },
  { policyholder: { company: { name: 'A', vat: 'BE 0123.456.749' } }, extra: { x: 1 } },
])('%j is harmless (V1, V14, V18, D2)', (body) => {
  expect(wrong('landlord.draft-get', body)).toEqual([]);
});

test('createdAt in words cannot be judged (V18)', () => {
  const found = judged('landlord.draft-get', { createdAt: 'yesterday' });
  expect(found.filter((each) => each.verdict === 'inconclusive').map((e) => e.requirement)).toEqual(
    ['LANDLORD-RESOURCE-createdAt-format'],
  );
});

test('an echo of our own faulty value is no fail for a service that refuses late (E3)', () => {
  const echo = sampleExchange('landlord.draft-create', 200, {
    body: { language: 'de-BE' },
    intent: 'faulty',
  });
  expect(judgeResourceFields(echo)).toEqual([]);
});

test('both price shapes pass on all three lines (R1)', () => {
  for (const line of ['jobloss', 'travel', 'landlord'] as const) {
    expect(wrong(`${line}.price-request`, first)).toEqual([]);
    expect(wrong(`${line}.price-request`, alternative)).toEqual([]);
  }
});

test('an amount as text is a fault of its own row, in its own shape', () => {
  const text = structuredClone(first) as { prices: { landlord: { totalPrice: unknown } }[] };
  if (text.prices[0]) text.prices[0].landlord.totalPrice = { withTaxes: '100' };
  expect(wrong('landlord.price-request', text)).toEqual([
    'PRICE-FIELD-prices[].landlord.totalPrice.withTaxes-type at /prices/0/landlord/totalPrice/withTaxes: "100"',
  ]);
});

test('claimLimit is an integer in one shape and an amount in the other (R2)', () => {
  const swapped = {
    ...first,
    prices: [{ variant: 'BASIC', landlord: { claimLimit: { value: 1 } }, totalPackage: {} }],
  };
  expect(wrong('landlord.price-request', swapped)).toEqual([
    'PRICE-FIELD-prices[].landlord.claimLimit-type at /prices/0/landlord/claimLimit: {"value":1}',
  ]);
});

test('a body of neither shape is observed, and motor gap is ignored (R1)', () => {
  expect(wrong('landlord.price-request', { prices: [{ amount: 'x' }] })).toEqual([]);
  expect(judged('gap.price-request', first)).toEqual([]);
});
