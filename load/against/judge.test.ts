import { expect, test } from 'vitest';
import { sketchOfSample } from '../measuring/quantile-sketch.ts';
import { testMeasured } from '../testing/test-measured.ts';
import { type AgainstEvidence, judgeAgainst } from './judge.ts';
import type { Pair } from './ratio.ts';

type Result = AgainstEvidence['results']['baseline'];

const result = (change: Partial<Result> = {}): Result => ({
  verdict: 'PASS',
  reasons: [],
  problems: [],
  facts: [],
  measured: testMeasured({ begun: 1000 }),
  ...change,
});

/** Pairs of blocks in which the candidate is slower by this factor. */
const pairs = (slower: number, requests = 100): readonly Pair[] =>
  [1, 1.01, 0.99, 1.02].map((level) => {
    const at = (factor: number) =>
      sketchOfSample(Array.from({ length: requests }, (_, n) => level * factor * (5 + n / 50)));
    return { baseline: at(1), candidate: at(slower * (2 - level)) };
  });

const judge = (
  change: { readonly baseline?: Partial<Result>; readonly candidate?: Partial<Result> } = {},
  slower = 1,
) =>
  judgeAgainst({
    results: { baseline: result(change.baseline), candidate: result(change.candidate) },
    pairs: [['gap', pairs(slower)]],
    pause: 1,
  });

const limit = { verdict: 'FAIL', reasons: ['gap, p95 in ms: 12, at most 5 allowed'] } as const;

test('equal builds pass without further remarks', () => {
  expect(judge()).toMatchObject({ verdict: 'PASS', reasons: [] });
});

test('a slower candidate fails, and the reason names which one is slower', () => {
  const { verdict, reasons } = judge({}, 1.5);

  expect(verdict).toBe('FAIL');
  expect(reasons).toEqual([
    expect.stringMatching(
      /^the candidate is 1\.\d\d \(.*\) times as slow as the baseline on gap p50$/,
    ),
    expect.stringMatching(/ on gap p95$/),
  ]);
});

test('a faster candidate passes with a note', () => {
  const { verdict, notes } = judge({}, 0.6);

  expect(verdict).toBe('PASS');
  expect(notes[0]).toMatch(
    /^the candidate is 0\.6\d \(.*\) times as slow as the baseline on gap p50/,
  );
});

test.each([
  ['the baseline misses its limit', { baseline: limit }, 'FAIL', /^baseline: gap, p95/],
  ['the candidate misses its limit', { candidate: limit }, 'FAIL', /^candidate: gap, p95/],
  [
    'the harness is at fault on one side',
    { candidate: { verdict: 'ERROR', reasons: ['k6 has no summary'] }, baseline: limit },
    'ERROR',
    /^candidate: k6 has no summary/,
  ],
  [
    'a measurement is invalid',
    {
      candidate: {
        verdict: 'INVALID',
        reasons: ['CPU'],
        facts: [{ name: 'CPU', value: 1, limit: 0.5, unit: 'share', ok: false }],
      },
    },
    'INVALID',
    /^candidate: CPU/,
  ],
  [
    'a side kept its limits with times that are not comparable',
    {
      candidate: {
        facts: [
          {
            name: 'overhead of the generator at the p95',
            value: 14,
            limit: 8,
            unit: 'ms',
            ok: false,
          },
        ],
      },
    },
    'INVALID',
    /^candidate: overhead of the generator at the p95: 14 ms \(at most 8 ms\)$/,
  ],
  [
    'one answer was wrong once',
    { baseline: { verdict: 'INCONCLUSIVE', reasons: ['seen only once'] } },
    'INCONCLUSIVE',
    /^baseline: seen only once/,
  ],
  [
    'the blocks met',
    { candidate: { measured: testMeasured({ begun: 1900 }) } },
    'INVALID',
    /^the two runs began 900 ms apart, so their blocks may overlap; at most 500 ms allowed$/,
  ],
] as const)('if %s, it is %s', (_what, change, verdict, reason) => {
  const judged = judge(change);

  expect(judged.verdict).toBe(verdict);
  expect(judged.reasons[0]).toMatch(reason);
});

test('an invalid measurement proves no slowdown, but does not hide a missed limit of the other build', () => {
  const broken = {
    verdict: 'INVALID',
    reasons: ['lag'],
    facts: [{ name: 'lag', value: 99, limit: 10, unit: 'ms', ok: false }],
  } as const;

  expect(judge({ candidate: broken }, 2)).toMatchObject({ verdict: 'INVALID', ratios: [] });
  expect(judge({ baseline: limit }, 2).reasons).toHaveLength(3);
});

test('neither a p95 of too few answers nor a comparison without data is a pass', () => {
  const results = { baseline: result(), candidate: result() };
  const few = judgeAgainst({ results, pairs: [['gap', pairs(1, 20)]], pause: 1 });
  const none = judgeAgainst({ results, pairs: [], pause: 1 });

  expect(few.verdict).toBe('INCONCLUSIVE');
  expect(few.reasons).toEqual([
    'gap, p95: not compared: a block has only 20 answers, and 40 are required; increase the rate or the seconds of the profile',
  ]);
  expect(none).toMatchObject({ verdict: 'INCONCLUSIVE', reasons: ['nothing was compared'] });
});
