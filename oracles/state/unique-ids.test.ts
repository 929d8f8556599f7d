import { expect, test } from 'vitest';
import { type IssuedId, judgeUniqueIds, lookRandom } from './unique-ids.ts';

const one = (id: string, content: string, exchange: number, within?: string): IssuedId => ({
  id,
  content,
  exchange,
  ...(within === undefined ? {} : { within }),
});
const judged = (...all: readonly IssuedId[]) =>
  judgeUniqueIds('UNIQUE-01', 'jobloss.draft-create', all).map(({ verdict, exchanges }) => ({
    verdict,
    exchanges,
  }));

test('distinct ids pass', () => {
  expect(judged(one('a', '{"x":1}', 1), one('b', '{"x":2}', 2))).toEqual([
    { verdict: 'pass', exchanges: [1, 2] },
  ]);
});

test('one id for two bodies fails, whatever comes in between', () => {
  expect(judged(one('a', '1', 1), one('b', '2', 2), one('a', '3', 3))).toEqual([
    { verdict: 'fail', exchanges: [1, 3] },
  ]);
});

test('one id for equal bodies is no fail, and only observed without other evidence', () => {
  expect(judged(one('a', '1', 1), one('a', '1', 2))).toEqual([
    { verdict: 'observed', exchanges: [1, 2] },
  ]);
  expect(judged(one('a', '1', 1), one('a', '1', 2), one('b', '2', 3))).toEqual([
    { verdict: 'pass', exchanges: [2, 3] },
  ]);
});

test('different ids for equal bodies pass', () => {
  expect(judged(one('a', '{}', 1), one('b', '{}', 2))).toEqual([
    { verdict: 'pass', exchanges: [1, 2] },
  ]);
});

test('keys of two drafts may share an id', () => {
  expect(judged(one('k', '1', 1, 'one'), one('k', '2', 2, 'other'))).toEqual([
    { verdict: 'pass', exchanges: [1, 2] },
  ]);
});

test('reports the first few of many pairs, each with its own exchange last', () => {
  const all = Array.from({ length: 6 }, (_, at) => one('same', String(at), at + 1));
  expect(judged(...all).map(({ exchanges }) => exchanges)).toEqual([
    [1, 2],
    [1, 3],
    [1, 4],
  ]);
});

test.each<[string, readonly string[], boolean]>([
  [
    'two UUIDs',
    ['6f1c2b7a-9d3e-4f50-8a61-b2c3d4e5f607', '0b9e4d21-77aa-4c1c-9f02-5d8e11c0a3f4'],
    true,
  ],
  ['one UUID alone', ['6f1c2b7a-9d3e-4f50-8a61-b2c3d4e5f607'], false],
  ['nothing', [], false],
  ['short numbers', ['17', '18'], false],
  ['long numbers of one sequence', ['000000000000000000000017', '000000000000000000000018'], false],
  [
    'a counter behind a long prefix',
    ['contract-BE-travel-000199', 'contract-BE-travel-000200'],
    false,
  ],
  [
    'ids of one process and second',
    ['65f2a9c01b3e4d5f6a7b8c01', '65f2a9c01b3e4d5f6a7b8c02'],
    false,
  ],
  ['random, but short', ['x8Kp2', 'Qz71b'], false],
])('%s', (_, ids, expected) => {
  expect(lookRandom(ids)).toBe(expected);
});
