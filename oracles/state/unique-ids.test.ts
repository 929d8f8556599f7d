import { expect, test } from 'vitest';
import { type HandedOut, judgeUniqueIds } from './unique-ids.ts';

const one = (id: string, content: string, exchange: number, within?: string): HandedOut => ({
  id,
  content,
  exchange,
  ...(within === undefined ? {} : { within }),
});
const judged = (...all: readonly HandedOut[]) =>
  judgeUniqueIds('UNIQUE-01', 'jobloss.draft-create', all).map(({ verdict, exchanges }) => ({
    verdict,
    exchanges,
  }));

test('ids of their own pass', () => {
  expect(judged(one('a', '{"x":1}', 1), one('b', '{"x":2}', 2))).toEqual([
    { verdict: 'pass', exchanges: [1, 2] },
  ]);
});

test('one id for two bodies fails, wherever it comes in between', () => {
  expect(judged(one('a', '1', 1), one('b', '2', 2), one('a', '3', 3))).toEqual([
    { verdict: 'fail', exchanges: [1, 3] },
  ]);
});

test('one id for equal bodies is no fail, and only observed where there is nothing else', () => {
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

test('of many pairs the first few are told, each with an exchange of its own at the end', () => {
  const all = Array.from({ length: 6 }, (_, at) => one('same', String(at), at + 1));
  expect(judged(...all).map(({ exchanges }) => exchanges)).toEqual([
    [1, 2],
    [1, 3],
    [1, 4],
  ]);
});
