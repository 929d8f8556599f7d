import { expect, test } from 'vitest';
import type { PriceOutcome } from './price-outcome.ts';
import { judgeRepeatedPrices } from './price-repetition.ts';

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

test('a second price request that is refused is told by its own requirement', () => {
  expect(judgeRepeatedPrices(outcomes([100, undefined], 1, 402))).toMatchObject({
    verdict: 'inconclusive',
    blockedBy: 'GAP-PRICE-01',
  });
});

test('a third that is refused leaves the first two to be compared', () => {
  const [first, second] = outcomes([100, 101]);
  const [, third] = outcomes([100, undefined], 1, 402);

  expect(
    judgeRepeatedPrices([first, second, third].filter((each) => each !== undefined)),
  ).toMatchObject({ verdict: 'fail' });
});

test('amounts that were asked for more than a minute apart are not compared', () => {
  expect(judgeRepeatedPrices(outcomes([100, 101], 61))).toMatchObject({
    verdict: 'inconclusive',
    reason: 'disturbance',
  });
});
