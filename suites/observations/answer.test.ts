import { expect, test } from 'vitest';
import { sampleExchange } from '../../oracles/testing/sample-exchange.ts';
import { answerOf } from './answer.ts';

test.each([
  [200, 'accepted', 'accepted'],
  [303, 'accepted', 'redirected with 303'],
  [422, 'refused', 'refused with 422'],
  [501, 'refused', 'refused with 501'],
  [500, 'server-error', 'server error 500'],
  [503, 'disturbed', 'disturbed, status 503'],
])('status %i is %s', (status, kind, words) => {
  expect(answerOf(sampleExchange('travel.car-put', status))).toEqual({
    kind,
    words,
  });
});

test.each([
  ['UND_ERR_SOCKET', 'closed the connection'],
  ['DEADLINE', 'no answer in time'],
])('no answer, %s, is told as such', (code, words) => {
  const { response: _, ...exchange } = sampleExchange('travel.car-put', 200);

  expect(answerOf({ ...exchange, error: { code, message: 'no' } })).toEqual({
    kind: 'disturbed',
    words,
  });
});
