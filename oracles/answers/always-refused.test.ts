import { expect, test } from 'vitest';
import { sampleExchange } from '../example.ts';
import {
  isRefusing,
  judgeAlwaysRefused,
  type RefusedCalls,
  withRefusal,
} from './always-refused.ts';

const ON = 'travel.car-post';

const seen = (...statuses: readonly number[]): RefusedCalls =>
  statuses.reduce<RefusedCalls>(
    (before, status, at) => {
      const exchange = sampleExchange(ON, status, { n: at + 1 });
      const body = { encoding: 'utf8', text: `{"plate":"1-ABC-10${at}"}` } as const;
      return withRefusal(before, { ...exchange, request: { ...exchange.request, body } });
    },
    { refused: new Map() },
  );

const EIGHT = [400, 400, 422, 400, 400, 409, 400, 400];

test('eight refused different bodies fail, and the finding shows the last two', () => {
  const judged = judgeAlwaysRefused(ON, seen(...EIGHT));
  expect(judged.map(({ verdict, exchanges }) => [verdict, exchanges])).toEqual([
    ['fail', [7]],
    ['fail', [8]],
  ]);
});

test.each([
  ['one was accepted', [...EIGHT, 200]],
  ['there are too few', EIGHT.slice(1)],
  [
    'they speak of the caller or the transport',
    EIGHT.map((_, at) => [401, 403, 404, 429][at % 4] ?? 0),
  ],
  ['they are server errors', EIGHT.map(() => 500)],
])('nothing is judged if %s', (_why, statuses) => {
  expect(judgeAlwaysRefused(ON, seen(...statuses))).toEqual([]);
});

test('asks for further bodies until there are enough or one is accepted', () => {
  expect([seen(), seen(400), seen(...EIGHT), seen(400, 200)].map(isRefusing)).toEqual([
    false,
    true,
    false,
    false,
  ]);
});
