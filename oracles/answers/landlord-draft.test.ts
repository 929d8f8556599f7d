import { expect, test } from 'vitest';
import type { OperationId } from '../../spec/operations.ts';
import { judgeExchange } from './judge-exchange.ts';
import { sampleExchange } from '../testing/sample-exchange.ts';
import { sampleFacts } from '../testing/sample-facts.ts';

const judged = (on: OperationId, status: number, body: unknown): string | undefined =>
  judgeExchange(sampleExchange(on, status, { body }), sampleFacts).find(
    ({ requirement }) => requirement === 'LANDLORD-DRAFT-01',
  )?.verdict;

const READ = 'landlord.draft-get';
const UPDATE = 'landlord.draft-update';

test.each([READ, UPDATE] as const)('%s answers an object, empty or not', (on) => {
  expect(judged(on, 200, {})).toBe('pass');
  expect(judged(on, 200, { draftId: 'x' })).toBe('pass');
});

test.each([[[]], ['"text"'], ['saved'], ['<draft/>'], ['null']])(
  'on neither operation %j is the resource',
  (body) => {
    expect([judged(READ, 200, body), judged(UPDATE, 200, body)]).toEqual(['fail', 'fail']);
  },
);

test('an empty body is no resource beside 200', () => {
  expect([judged(READ, 200, ''), judged(UPDATE, 200, '')]).toEqual(['fail', 'fail']);
});

test('an update with 204 says that there is nothing to show, a read cannot', () => {
  expect([judged(UPDATE, 204, ''), judged(READ, 204, '')]).toEqual(['observed', 'fail']);
});

test('a redirection is observed, a refusal says nothing', () => {
  expect([judged(READ, 302, ''), judged(READ, 404, '')]).toEqual(['observed', undefined]);
});

test('creation and the other lines have requirements of their own', () => {
  expect([judged('landlord.draft-create', 200, []), judged('jobloss.draft-get', 200, [])]).toEqual([
    undefined,
    undefined,
  ]);
});
