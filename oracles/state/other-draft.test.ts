import { expect, test } from 'vitest';
import type { OperationId } from '../../spec/operations.ts';
import { judgeOtherDraft, stillThere, judgeStillReadable } from './other-draft.ts';
import { sampleExchange } from '../example.ts';
import { judgeKeptItem } from './lost-items.ts';

const rent = (value: number) => ({ insuredProperty: { monthlyRent: { currency: 'EUR', value } } });

const judged = (
  before: unknown,
  after: unknown,
  { status = 200, get = 'landlord.draft-get' }: { status?: number; get?: OperationId } = {},
) =>
  judgeOtherDraft('landlord.draft-create', {
    before: sampleExchange(get, 200, { body: before, n: 1 }),
    touched: sampleExchange('landlord.draft-create', 200, { n: 2 }),
    after: sampleExchange(get, status, { body: after, n: 3 }),
  });

test('an unchanged landlord draft passes, whatever its times', () => {
  const before = { language: 'nl-BE', risk: rent(90_000), updatedAt: '2026-11-21T09:17:03Z' };
  const after = { ...before, updatedAt: '2026-11-21T09:17:04Z' };
  expect(judged(before, after).verdict).toBe('pass');
});

test('a value with another meaning fails and is named', () => {
  expect(judged({ risk: rent(90_000) }, { risk: rent(70_000) })).toMatchObject({
    requirement: 'DRAFT-04',
    operation: 'landlord.draft-create',
    verdict: 'fail',
    where: '/risk/insuredProperty/monthlyRent/value',
    got: '70000',
    exchanges: [1, 2, 3],
  });
});

test('a value that is no longer shown is inconclusive', () => {
  expect(judged({ language: 'nl-BE' }, {}).verdict).toBe('inconclusive');
});

test('a draft without content is judged by its status', () => {
  expect(judged({}, {}).verdict).toBe('pass');
});

test('a draft that is no longer served fails', () => {
  expect(judged({}, {}, { status: 404 })).toMatchObject({ verdict: 'fail', got: 'status 404' });
});

test('does not compare the content on the other lines', () => {
  const get = 'travel.draft-get';
  expect(judged({ language: 'nl' }, { language: 'fr' }, { get }).verdict).toBe('pass');
});

test.each<[number, string]>([
  [200, 'pass'],
  [204, 'pass'],
  [404, 'fail'],
  [410, 'fail'],
  [403, 'fail'],
  [500, 'fail'],
  [302, 'observed'],
  [401, 'inconclusive'],
  [405, 'inconclusive'],
  [429, 'inconclusive'],
  [503, 'inconclusive'],
])('status %i: %s', (status, verdict) => {
  expect(stillThere(sampleExchange('travel.draft-get', status)).verdict).toBe(verdict);
});

test('a missing answer decides nothing', () => {
  const { response: _, ...silent } = sampleExchange('travel.draft-get', 200);
  expect(stillThere(silent)).toEqual({ verdict: 'inconclusive', reason: 'disturbance' });
});

test('a draft that is gone after its update fails on the update, the read last', () => {
  const update = sampleExchange('gap.draft-update', 200, { n: 4 });
  const read = sampleExchange('gap.draft-get', 404, { n: 5 });
  expect(judgeStillReadable('gap.draft-update', update, read)).toMatchObject({
    requirement: 'DRAFT-03',
    operation: 'gap.draft-update',
    verdict: 'fail',
    exchanges: [4, 5],
  });
});

test('an item that is gone after another one was added fails on the addition', () => {
  const added = sampleExchange('travel.car-post', 200, { n: 7 });
  const asked = sampleExchange('travel.car-delete', 404, { n: 9 });
  expect(judgeKeptItem('TRAVEL-CAR-02', 'travel.car-post', [added], asked)).toMatchObject({
    operation: 'travel.car-post',
    verdict: 'fail',
    exchanges: [7, 9],
  });
});
