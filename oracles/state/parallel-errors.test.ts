import { expect, test } from 'vitest';
import type { OperationId } from '../../spec/operations.ts';
import { judgeParallelErrors } from './parallel-errors.ts';
import { sampleExchange } from '../testing/sample-exchange.ts';

const judged = (...answers: readonly (readonly [OperationId, number])[]) =>
  judgeParallelErrors(
    answers.map(([operation, status], at) => sampleExchange(operation, status, { n: at + 1 })),
    'a test',
  ).map(({ verdict, exchanges, twin }) => [verdict, exchanges, twin]);

test('a server error beside a success of the same operation fails, with that as its twin', () => {
  expect(judged(['travel.car-post', 200], ['travel.car-post', 500])).toEqual([['fail', [2], 1]]);
});

test('a success of another operation is no twin', () => {
  expect(judged(['travel.draft-update', 200], ['travel.price-request', 500])).toEqual([]);
});

test.each([409, 429, 502, 503, 504])('status %i is no server error of the service', (status) => {
  expect(judged(['travel.car-post', 200], ['travel.car-post', status])).toEqual([]);
});

test.each([404, 405, 501])(
  'a call that is answered %i is not served, also without a success beside it',
  (status) => {
    expect(judged(['travel.car-post', status])).toEqual([['fail', [1], undefined]]);
  },
);
