import { expect, test } from 'vitest';
import { carriesLastModified, judgeLastModified } from './last-modified.ts';
import { sampleExchange } from '../example.ts';
import { sampleFacts } from '../testing/sample-facts.ts';

const numbers = (count: number, from = 1) => Array.from({ length: count }, (_, at) => from + at);
const judge = (present: number, absent: number, lastModified = true) =>
  judgeLastModified(
    'travel.car-post',
    { present: numbers(present), absent: numbers(absent, 100) },
    { decisions: { ...sampleFacts.decisions, lastModified } },
  );

test('passes in every answer', () => {
  expect(judge(1, 0)).toMatchObject([{ verdict: 'pass', exchanges: [1] }]);
});

test('is observed if only some answers have it, however many (C2)', () => {
  expect(judge(1, 40)).toMatchObject([
    { verdict: 'observed', got: 'the header in 1 of 41 answers', exchanges: [1, 139] },
  ]);
});

test('fails in none of eight, seen twice; none of seven is not judged', () => {
  expect(judge(0, 8)).toMatchObject([
    { verdict: 'fail', exchanges: [106] },
    { verdict: 'fail', exchanges: [107] },
  ]);
  expect(judge(0, 7)).toEqual([]);
  expect(judge(0, 0)).toEqual([]);
});

test('is observed if the target declares it off (P7)', () => {
  expect(judge(0, 8, false).map(({ verdict }) => verdict)).toEqual(['observed', 'observed']);
});

test('considers only 200', () => {
  expect(carriesLastModified(sampleExchange('travel.car-post', 400))).toBeUndefined();
  expect(carriesLastModified(sampleExchange('travel.car-post', 200))).toBe(false);
});
