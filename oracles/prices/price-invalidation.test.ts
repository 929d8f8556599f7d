import { expect, test } from 'vitest';
import { type InvalidationControls, judgeStaleContract } from './price-invalidation.ts';
import type { PriceOutcome } from './price-outcome.ts';
import { sampleExchange } from '../example.ts';

const contract = (status: number, n: number) =>
  sampleExchange('gap.contract-create', status, { n });

const priced = (n: number, amount: number, status = 200): PriceOutcome => ({
  operation: 'gap.price-request',
  n,
  at: '2026-01-01T12:00:00.000Z',
  status,
  amount,
  mayHoldAmount: true,
});

const CONTROLS: InvalidationControls = {
  equal: priced(5, 100),
  changed: priced(6, 120),
  refused: 7,
};

const judge = (status: number, rest: Partial<Parameters<typeof judgeStaleContract>[0]>) =>
  judgeStaleContract({
    field: 'terms.variant',
    before: priced(1, 100),
    probe: contract(status, 4),
    ...rest,
  });

test('a refusal passes if the contract for a new price is made', () => {
  expect(judge(402, { renewed: contract(303, 8) })).toMatchObject({ verdict: 'pass', twin: 8 });
});

test('a refusal proves nothing if that contract is refused as well', () => {
  const unsettled = { verdict: 'inconclusive', reason: 'twin-refused' };

  expect(judge(402, { renewed: contract(402, 8) })).toMatchObject(unsettled);
  expect(judge(402, {})).toMatchObject(unsettled);
});

test.each([
  [500, 'other-code'],
  [504, 'disturbance'],
])('%i is no refusal', (status, reason) => {
  const renewed = contract(303, 8);

  expect(judge(status, { renewed })).toMatchObject({ verdict: 'inconclusive', reason });
});

test('a contract for the old amount fails beside all controls', () => {
  const judged = judge(303, { controls: CONTROLS });

  expect(judged).toMatchObject({ verdict: 'fail', twin: 6 });
  expect(judged.exchanges.at(-1)).toBe(4);
});

test.each([
  ['equal drafts do not price equally', { equal: priced(5, 101) }],
  ['the change does not move the price', { changed: priced(6, 100) }],
  ['the target looks at no price', { refused: undefined }],
])('a contract for the old amount is only observed if %s', (_, control) => {
  expect(judge(303, { controls: { ...CONTROLS, ...control } })).toMatchObject({
    verdict: 'observed',
    reason: 'specification-silent',
  });
});

test('a refused control settles nothing', () => {
  const controls = { ...CONTROLS, changed: priced(6, 120, 402) };

  expect(judge(303, { controls })).toMatchObject({
    verdict: 'inconclusive',
    reason: 'twin-refused',
  });
});
