import { expect, test } from 'vitest';
import { operation } from '../../spec/operations.ts';
import { judgeLaterCall, type PricedDraft, judgeRepeatedPrices } from './price-acceptance.ts';
import { sampleExchange } from '../example.ts';
import type { PriceOutcome } from './price-outcome.ts';

const ROW = operation('gap.price-request');
const SERVED: PricedDraft = { isServed: true, twin: 3 };

const judge = (status: number, draft?: PricedDraft) =>
  judgeLaterCall({
    requirement: 'GAP-PRICE-01',
    operation: ROW,
    wanted: 'a second price',
    exchange: sampleExchange(ROW.id, status, { n: 9 }),
    ...(draft ? { draft } : {}),
  }).map(({ requirement, verdict, reason, blockedBy, twin: control }) =>
    [requirement, verdict, reason, blockedBy, control].filter((each) => each !== undefined),
  );

test('an accepted legal value passes', () => {
  expect(judge(200)).toEqual([['GAP-PRICE-01', 'pass']]);
});

test.each([400, 402, 403, 409, 422, 423])(
  '%i is a refusal beside the accepted control request',
  (status) => {
    expect(judge(status, SERVED)).toEqual([['GAP-PRICE-01', 'fail', 3]]);
  },
);

test('a refusal of only the change proves nothing', () => {
  expect(judge(402, { isServed: true, twin: undefined })).toEqual([
    ['GAP-PRICE-01', 'inconclusive', 'twin-refused'],
  ]);
});

test('a lost draft is reported by its read', () => {
  expect(judge(402, { ...SERVED, isServed: false })).toEqual([
    ['GAP-PRICE-01', 'inconclusive', 'blocked-by', 'DRAFT-01'],
  ]);
});

test.each([404, 405, 501])('%i means that the path is no longer served', (status) => {
  expect(judge(status, SERVED)).toEqual([
    ['PATH-01', 'fail', 3],
    ['GAP-PRICE-01', 'inconclusive', 'blocked-by', 'PATH-01'],
  ]);
});

test('500 is a server error', () => {
  expect(judge(500, SERVED)).toEqual([
    ['ERROR-01', 'fail', 3],
    ['GAP-PRICE-01', 'inconclusive', 'blocked-by', 'ERROR-01'],
  ]);
});

test.each([
  [429, 'disturbance'],
  [503, 'disturbance'],
  [415, 'unlisted-sane-code'],
])('%i settles nothing', (status, reason) => {
  expect(judge(status, SERVED)).toEqual([['GAP-PRICE-01', 'inconclusive', reason]]);
});

const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1, 12, 0, seconds)).toISOString();

const outcomes = (
  amounts: readonly (number | undefined)[],
  step = 1,
  status = 200,
): PriceOutcome[] =>
  amounts.map((amount, index) => ({
    operation: 'gap.price-request',
    n: index + 1,
    at: at(index * step),
    status: index === 0 ? 200 : status,
    ...(amount === undefined ? {} : { amount }),
    mayHoldAmount: false,
  }));

test.each([
  [[100, 100, 100], 'pass'],
  [[100, 101, 100], 'fail'],
  [[100, 100, 101], 'fail'],
  [[undefined, undefined], 'observed'],
])('%j: %s', (amounts, verdict) => {
  const judged = judgeRepeatedPrices(outcomes(amounts));

  expect(judged).toMatchObject({ requirement: 'GAP-PRICE-03', verdict });
});

test('a refused second price request is reported by its own requirement', () => {
  expect(judgeRepeatedPrices(outcomes([100, undefined], 1, 402))).toMatchObject({
    verdict: 'inconclusive',
    blockedBy: 'GAP-PRICE-01',
  });
});

test('a refused third price request leaves the first two to compare', () => {
  const [first, second] = outcomes([100, 101]);
  const [, third] = outcomes([100, undefined], 1, 402);

  expect(
    judgeRepeatedPrices([first, second, third].filter((each) => each !== undefined)),
  ).toMatchObject({ verdict: 'fail' });
});

test('of prices over more than a minute, those within a minute are compared', () => {
  expect(judgeRepeatedPrices(outcomes([100, 100, 101], 40))).toMatchObject({ verdict: 'fail' });
  expect(judgeRepeatedPrices(outcomes([100, 100, 100], 40))).toMatchObject({ verdict: 'pass' });
});

test('amounts requested more than a minute apart are not compared', () => {
  expect(judgeRepeatedPrices(outcomes([100, 101], 61))).toMatchObject({
    verdict: 'inconclusive',
    reason: 'disturbance',
  });
});
