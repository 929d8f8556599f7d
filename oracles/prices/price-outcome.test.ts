import { expect, test } from 'vitest';
import {
  isPriced,
  isRefusal,
  priceOutcome,
  withoutAmount,
  judgePriceWithout,
} from './price-outcome.ts';
import { sampleExchange } from '../example.ts';

const on = 'gap.price-request';
const about = { requirement: 'GAP-PRICE-03', operation: on, wanted: 'an amount' } as const;

test.each([
  [{}, 'observed'],
  ['<price>12</price>', 'observed'],
  [{ price: '13.25', valid: true }, 'observed'],
  [{ price: { total: 1325 } }, 'inconclusive'],
  [[{ prices: [1325] }], 'inconclusive'],
])('without an amount in %j it is %s', (body, verdict) => {
  const outcome = priceOutcome(on, sampleExchange(on, 200, { body, n: 7 }));

  expect(withoutAmount(about, outcome)).toMatchObject({ ...about, verdict, exchanges: [7] });
});

test('if the target declares that no amount is shown, no cell is inconclusive for its absence (P5)', () => {
  const exchange = sampleExchange(on, 200, { body: { version: 1325 } });
  const outcome = priceOutcome(on, exchange, 'not-shown');

  expect(outcome).not.toHaveProperty('amount');
  expect(withoutAmount(about, outcome)).toMatchObject({ verdict: 'observed' });
});

test('only a successful price request prices a draft', () => {
  const outcomes = [
    priceOutcome(on, sampleExchange(on, 200), 100),
    priceOutcome(on, sampleExchange(on, 200)),
    priceOutcome(on, sampleExchange(on, 402)),
    priceOutcome('gap.draft-update', sampleExchange('gap.draft-update', 200)),
  ];

  expect(outcomes.map(isPriced)).toEqual([true, true, false, false]);
});

test('a refusal concerns the content, not the caller, the id or the transport', () => {
  const statuses = [undefined, 200, 303, 400, 401, 402, 403, 404, 405, 409, 415, 422, 429, 500];

  expect(statuses.filter(isRefusal)).toEqual([400, 402, 409, 422]);
});

const verdicts = (status: number) =>
  judgePriceWithout(sampleExchange('travel.price-request', status), '/language').map(
    ({ requirement, verdict }) => [requirement, verdict],
  );

test('a server error without an optional field is a sighting (S9)', () => {
  expect(verdicts(500)).toEqual([['ERROR-01', 'fail']]);
});

test.each([200, 400, 402, 422, 503])('%i proves nothing', (status) => {
  expect(verdicts(status)).toEqual([]);
});
