import { expect, test } from 'vitest';
import type { PriceOutcome } from './price-outcome.ts';
import { judgePricePair, type OnRefusal, type PricePair } from './price-pair.ts';

const priced = (n: number, amount?: number): PriceOutcome => ({
  operation: 'gap.price-request',
  n,
  at: '2026-01-01T12:00:00.000Z',
  status: 200,
  ...(amount === undefined ? {} : { amount }),
  mayHoldAmount: amount === undefined,
});

const refused = (n: number, status: number): PriceOutcome => ({
  ...priced(n),
  status,
  mayHoldAmount: false,
});

const judge = (given: Partial<PricePair>) =>
  judgePricePair({
    requirement: 'GAP-INVOICE-01',
    wanted: 'the same price',
    plain: priced(1, 100),
    other: priced(2, 100),
    onRefusal: 'unlike',
    again: false,
    ...given,
  });

const verdictsOf = (given: Partial<PricePair>) =>
  judge(given).map(({ requirement, verdict, reason }) => [requirement, verdict, reason]);

test('equal amounts pass', () => {
  expect(verdictsOf({})).toEqual([['GAP-INVOICE-01', 'pass', undefined]]);
});

test('different amounts fail if the plain draft costs the same again', () => {
  const judged = judge({ other: priced(2, 101), control: priced(3, 100) });

  expect(judged).toMatchObject([{ verdict: 'fail', twin: 3, exchanges: [1, 2] }]);
});

test('different amounts are only observed if equal drafts have different prices', () => {
  expect(verdictsOf({ other: priced(2, 101), control: priced(3, 102) })).toEqual([
    ['GAP-INVOICE-01', 'observed', 'specification-silent'],
  ]);
});

test.each([
  ['the plain one', 102, 101],
  ['the other one', 100, 103],
])(
  'different amounts are only observed if %s costs something else later',
  (_which, plain, other) => {
    const more = [
      [priced(4, 100), priced(5, 101)],
      [priced(6, plain), priced(7, other)],
    ] as const;

    expect(verdictsOf({ other: priced(2, 101), control: priced(3, 100), more })).toEqual([
      ['GAP-INVOICE-01', 'observed', 'specification-silent'],
    ]);
  },
);

test('different amounts prove nothing if the plain draft is refused the second time', () => {
  expect(verdictsOf({ other: priced(2, 101), control: refused(3, 402) })).toEqual([
    ['GAP-INVOICE-01', 'inconclusive', 'twin-refused'],
  ]);
});

test('a missing amount is a matter of the target', () => {
  expect(verdictsOf({ other: priced(2) })).toEqual([
    ['GAP-INVOICE-01', 'inconclusive', 'not-found-by-target'],
  ]);
});

const BLAME: OnRefusal = { blame: 'GAP-FRACTION-01' };

test.each([
  ['unlike', false, 'fail', undefined],
  ['free', false, 'inconclusive', 'twin-refused'],
  ['free', true, 'observed', 'specification-silent'],
  [BLAME, true, 'inconclusive', 'blocked-by'],
] as const)('one refused, %j, again %s: %s', (onRefusal, again, verdict, reason) => {
  expect(verdictsOf({ other: refused(2, 402), onRefusal, again })).toEqual([
    ['GAP-INVOICE-01', verdict, reason],
  ]);
});

test('a fail for a refusal names the priced draft', () => {
  expect(judge({ plain: refused(1, 402) })).toMatchObject([{ verdict: 'fail', twin: 2 }]);
  expect(judge({ other: refused(2, 402) })).toMatchObject([{ verdict: 'fail', twin: 1 }]);
});

test('two consistent refusals are equal, and prove nothing about prices', () => {
  const both = { plain: refused(1, 402), other: refused(2, 402) };

  expect(verdictsOf(both)).toEqual([['GAP-INVOICE-01', 'inconclusive', 'twin-refused']]);
  expect(verdictsOf({ ...both, again: true })).toEqual([
    ['GAP-INVOICE-01', 'observed', 'unstated-rule'],
  ]);
});

test.each([
  [503, 'disturbance'],
  [404, 'other-code'],
])('status %i settles nothing', (status, reason) => {
  expect(verdictsOf({ other: refused(2, status) })).toEqual([
    ['GAP-INVOICE-01', 'inconclusive', reason],
  ]);
});

test('a draft that causes a server error is no refusal', () => {
  const other = { ...refused(2, 500), operation: 'gap.draft-update' } as const;

  expect(judge({ other })).toMatchObject([
    { requirement: 'ERROR-01', operation: 'gap.draft-update', verdict: 'fail', twin: 1 },
    { requirement: 'GAP-INVOICE-01', verdict: 'inconclusive', blockedBy: 'ERROR-01' },
  ]);
});

test('a contradiction that causes a server error is no legal request', () => {
  expect(verdictsOf({ other: refused(2, 500), onRefusal: 'free' })).toEqual([
    ['GAP-INVOICE-01', 'inconclusive', 'other-code'],
  ]);
});
