import { expect, test } from 'vitest';
import { operation } from '../../spec/operations.ts';
import { judgeLaterCall, type PricedDraft } from './price-acceptance.ts';
import { sampleExchange } from '../testing/sample-exchange.ts';

const ROW = operation('gap.price-request');
const SERVED: PricedDraft = { isServed: true, twin: 3 };

const judge = (status: number, draft?: PricedDraft) =>
  judgeLaterCall({
    requirement: 'GAP-PRICE-01',
    operation: ROW,
    wanted: 'a second price',
    exchange: sampleExchange(ROW.id, status, { n: 9 }),
    ...(draft ? { draft } : {}),
  }).map(({ requirement, verdict, reason, blockedBy, twin }) =>
    [requirement, verdict, reason, blockedBy, twin].filter((each) => each !== undefined),
  );

test('what is accepted passes', () => {
  expect(judge(200)).toEqual([['GAP-PRICE-01', 'pass']]);
});

test.each([400, 402, 403, 409, 422, 423])('%i is a refusal beside the accepted twin', (status) => {
  expect(judge(status, SERVED)).toEqual([['GAP-PRICE-01', 'fail', 3]]);
});

test('a change that is refused by itself says nothing', () => {
  expect(judge(402, { isServed: true, twin: undefined })).toEqual([
    ['GAP-PRICE-01', 'inconclusive', 'twin-refused'],
  ]);
});

test('a draft that is gone is told by its reading', () => {
  expect(judge(402, { ...SERVED, isServed: false })).toEqual([
    ['GAP-PRICE-01', 'inconclusive', 'blocked-by', 'DRAFT-01'],
  ]);
});

test.each([404, 405, 501])('%i says that the path is served no more', (status) => {
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
