import { expect, test } from 'vitest';
import { sampleExchange } from '../../oracles/example.ts';
import {
  askedTwiceOnError,
  type ObservedOutcome,
  outcomeOf,
  undecided,
  answerOf,
} from './observed-outcome.ts';

const answered = (status: number, n: number, body = ''): ObservedOutcome =>
  outcomeOf(`status ${status}`, [sampleExchange('travel.car-put', status, { n, body })]);

const asked = async (
  ...answers: ObservedOutcome[]
): Promise<ObservedOutcome & { readonly times: number }> => {
  let times = 0;
  const result = await askedTwiceOnError(async (attempt) => {
    times += 1;
    return answers[attempt - 1] ?? undecided('nothing is left to answer');
  });
  return { ...result, times };
};

test('asks a question once if it is answered', async () => {
  expect(await asked(answered(400, 1))).toEqual({
    outcome: 'status 400',
    status: 400,
    exchanges: [1],
    times: 1,
  });
});

test('marks a repeated server error, with the content of both answers', async () => {
  expect(await asked(answered(500, 1, 'at /app/draft.js:1:2'), answered(500, 2))).toMatchObject({
    outcome: 'status 500, twice',
    serverError: true,
    exchanges: [1, 2],
    internals: [{ kind: 'stack trace' }, { kind: 'file path' }],
    times: 2,
  });
});

test('a single server error gives way to the second answer', async () => {
  const result = await asked(answered(500, 1), answered(200, 2));

  expect(result).toMatchObject({
    outcome: 'status 200; status 500 at the first attempt',
    status: 200,
  });
  expect(result.serverError).toBeUndefined();
});

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
])('no answer, %s, is reported as such', (code, words) => {
  const { response: _, ...exchange } = sampleExchange('travel.car-put', 200);

  expect(answerOf({ ...exchange, error: { code, message: 'no' } })).toEqual({
    kind: 'disturbed',
    words,
  });
});
