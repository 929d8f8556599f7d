import { expect, test } from 'vitest';
import { testTarget } from '../../client/testing/test-target.ts';
import type { Target } from '../../client/target.ts';
import { NOTHING_KNOWN } from '../../client/target/body-templates.ts';
import { sampleExchange } from '../../oracles/example.ts';
import type { Line } from '../../spec/line.ts';
import { operationOf } from '../../spec/operations.ts';
import { extractInputs } from './extract-inputs.ts';
import type { JourneyState } from './state.ts';

/** Values extracted from a price request of a line, after a draft of this variant. */
const learned = async (
  line: Line,
  body: unknown,
  prices: Target['prices'] = {},
  variant = 'PREMIUM',
) => {
  const created = sampleExchange(`${line}.draft-create`, 200);
  const text = JSON.stringify({ terms: { variant } });
  const state = {
    line,
    run: { target: await testTarget({ prices }) },
    known: NOTHING_KNOWN,
    exchanges: [{ ...created, request: { ...created.request, body: { encoding: 'utf8', text } } }],
  } as unknown as JourneyState;
  const row = operationOf(line, 'price-request');
  if (row) extractInputs(row, state, [sampleExchange(row.id, 200, { body })]);
  return state.known.price;
};

const priced = (withTaxes: number) => ({ totalPrice: { withTaxes } });

test("the price is that of the draft's variant, else of the first entry (R1, C12)", async () => {
  const prices = [
    { variant: 'BASIC', totalPackage: priced(100) },
    { variant: 'PREMIUM', totalPackage: priced(300) },
  ];
  const labelled = [
    { variant: 'JOBLOSS-A', totalPerYearWithTax: { currency: 'EUR', value: 700 } },
    { variant: 'JOBLOSS-B', totalPerYearWithTax: { currency: 'EUR', value: 900 } },
  ];

  expect(await learned('landlord', { priceRequestId: 'p', prices })).toEqual({
    id: 'p',
    amount: 300,
    currency: 'EUR',
  });
  expect(await learned('jobloss', { prices: labelled }, {}, 'JOBLOSS6')).toMatchObject({
    amount: 700,
  });
});

test("the price is at the target's place, or stated by it", async () => {
  const answer = { offer: { no: 7, sum: 1325, unit: 'eur' } };
  const named = { id: '/offer/no', amount: '/offer/sum', currency: '/offer/unit' };

  expect(await learned('travel', answer, { travel: named })).toEqual({
    id: '7',
    amount: 1325,
    currency: 'EUR',
  });
  expect(await learned('travel', {}, { travel: { amount: 500, currency: 'EUR' } })).toEqual({
    amount: 500,
    currency: 'EUR',
  });
  expect(await learned('gap', answer, { gap: { amount: '/offer/sum' } })).toMatchObject({
    amount: 1325,
  });
  expect(await learned('travel', {})).toEqual({});
});
