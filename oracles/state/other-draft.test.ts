import { expect, test } from 'vitest';
import type { OperationId } from '../../spec/operations.ts';
import { judgeOtherDraft } from './other-draft.ts';
import { sampleExchange } from '../testing/sample-exchange.ts';

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

test('a landlord draft that shows what it showed passes, whatever its times', () => {
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

test('a value that is not shown any more is inconclusive', () => {
  expect(judged({ language: 'nl-BE' }, {}).verdict).toBe('inconclusive');
});

test('a draft that shows nothing is judged by being served', () => {
  expect(judged({}, {}).verdict).toBe('pass');
});

test('a draft that is not served any more fails', () => {
  expect(judged({}, {}, { status: 404 })).toMatchObject({ verdict: 'fail', got: 'status 404' });
});

test('of the other lines the content is not compared', () => {
  const get = 'travel.draft-get';
  expect(judged({ language: 'nl' }, { language: 'fr' }, { get }).verdict).toBe('pass');
});
