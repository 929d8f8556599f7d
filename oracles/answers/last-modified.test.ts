import { expect, test } from 'vitest';
import { carriesLastModified, judgeLastModified } from './last-modified.ts';
import { sampleExchange } from '../testing/sample-exchange.ts';
import { sampleFacts } from '../testing/sample-facts.ts';

const numbers = (count: number, from = 1) => Array.from({ length: count }, (_, at) => from + at);
const judge = (present: number, absent: number, lastModified = true) =>
  judgeLastModified(
    'travel.car-post',
    { present: numbers(present), absent: numbers(absent, 100) },
    { decisions: { ...sampleFacts.decisions, lastModified } },
  );

test('in every answer it passes', () => {
  expect(judge(1, 0)).toMatchObject([{ verdict: 'pass', exchanges: [1] }]);
});

test('in some and not in others is observed, however often (C2)', () => {
  expect(judge(1, 40)).toMatchObject([
    { verdict: 'observed', got: 'the header in 1 of 41 answers', exchanges: [1, 139] },
  ]);
});

test('in none of eight fails, seen twice; in none of seven says nothing', () => {
  expect(judge(0, 8)).toMatchObject([
    { verdict: 'fail', exchanges: [106] },
    { verdict: 'fail', exchanges: [107] },
  ]);
  expect(judge(0, 7)).toEqual([]);
  expect(judge(0, 0)).toEqual([]);
});

test('where the target switched it off it is observed (P7)', () => {
  expect(judge(0, 8, false).map(({ verdict }) => verdict)).toEqual(['observed', 'observed']);
});

test('only a 200 is looked at', () => {
  expect(carriesLastModified(sampleExchange('travel.car-post', 400))).toBeUndefined();
  expect(carriesLastModified(sampleExchange('travel.car-post', 200))).toBe(false);
});
