import { expect, test } from 'vitest';
import { scheduleOf } from '../measuring/schedule.ts';
import { judgingInterval, judgingCoverage, quotaDoubts } from './judging-coverage.ts';

test.each([
  [100, 400, 1],
  [100, 1753, 7],
  [100, 30_000, 100],
  [1, 30_000, 1],
  [100, 3, 1],
])('one in %d at most, of %d planned: one in %d', (most, planned, every) => {
  expect(judgingInterval(most, planned)).toBe(every);
});

const schedule = scheduleOf(
  {
    warmUp: { rate: 10, seconds: 9 },
    steps: [
      { rate: 50, seconds: 40 },
      { rate: 1, seconds: 9 },
    ],
    weights: {},
  },
  ['gap'],
);
const count = (value: number) => ({ type: 'counter', values: { count: value } });
const doubtsOf = (judged: Readonly<Record<string, number>>, metrics = {}) =>
  quotaDoubts(
    judgingCoverage(
      { runId: '', state: { testRunDurationMs: 1 }, metrics },
      schedule,
      new Map(Object.entries(judged)),
    ),
  );

test('names a line with too few judged answers, with the step; the warm-up needs none', () => {
  expect(doubtsOf({ 'gap 1': 17, 'gap 2': 9 })).toEqual([
    'gap, step 1: 17 of 2,000 answers were judged in full; 200 are required',
  ]);
  expect(doubtsOf({ 'gap 1': 200, 'gap 2': 3 })).toEqual([
    'gap, step 2: 3 of 9 answers were judged in full; 9 are required',
  ]);
  expect(doubtsOf({ 'gap 1': 200, 'gap 2': 8 })).toEqual([]);
});

test('dropped, failed and unanswered requests do not count as unjudged', () => {
  const tags = 'line:gap,phase:measure,step:1';
  const metrics = {
    'dropped_iterations{scenario:gap-1}': count(1800),
    [`assay_errors{${tags}}`]: count(100),
    [`assay_unanswered{${tags}}`]: count(50),
  };
  expect(doubtsOf({ 'gap 1': 50, 'gap 2': 9 }, metrics)).toEqual([]);
  expect(doubtsOf({ 'gap 1': 40, 'gap 2': 9 }, metrics)).toHaveLength(1);
});

test('a line with one answer passes only if that one was judged', () => {
  const lost = { 'dropped_iterations{scenario:gap-2}': count(8) };
  expect(doubtsOf({ 'gap 1': 200, 'gap 2': 0 }, lost)).toEqual([
    'gap, step 2: 0 of 1 answers were judged in full; 1 are required',
  ]);
  expect(doubtsOf({ 'gap 1': 200, 'gap 2': 1 }, lost)).toEqual([]);
});
