import { expect, test } from 'vitest';
import type { RunRecord } from '../../store/run-record.ts';
import { runRecord } from '../testing/sample-record.ts';
import { renderDuration, renderSummary } from './summary.ts';

const none = runRecord().verdicts;
const totals = { operations: 48, reached: 48, cells: 96, requests: 480, successes: 480 };

test('a conformant run', () => {
  expect(renderSummary(runRecord({ totals }))).toBe(
    'conformant: 48 of 48 operations reached, 0 failed, seed 42, probes 3f9a1c20, 3.2 s',
  );
});

test('a non-conformant run that also left something open', () => {
  const run = runRecord({ totals, exitCode: 1, verdicts: { ...none, fail: 3, inconclusive: 2 } });

  expect(renderSummary(run)).toBe(
    'non-conformant: 48 of 48 operations reached, 3 failed, 2 inconclusive, seed 42, probes 3f9a1c20, 3.2 s',
  );
});

test('an incomplete run', () => {
  const run = runRecord({
    totals: { ...totals, reached: 47 },
    exitCode: 3,
    verdicts: { ...none, inconclusive: 1, waived: 4 },
  });

  expect(renderSummary(run)).toBe(
    'incomplete: 47 of 48 operations reached, 0 failed, 1 inconclusive, 4 waived, seed 42, probes 3f9a1c20, 3.2 s',
  );
});

const selection = { requirements: ['AUTH-01'], operations: null };
const WAIVER = {
  requirement: 'LASTMOD-02',
  operation: '*',
  reason: 'r',
  owner: 'o',
  expires: '2026-12-31',
  state: 'used',
} as const;

test.each<readonly [string, Partial<RunRecord>, string | RegExp]>([
  [
    'a selection',
    { selection, totals: { ...totals, cells: 8 } },
    /^conformant for 8 of 2,\d{3} cells \(--requirement AUTH-01\): 48 of 48 /,
  ],
  [
    'operations of a selection',
    { selection: { requirements: ['A', 'B', 'C', 'D', 'E', 'F'], operations: ['gap.*'] } },
    /^conformant for 96 of 2,\d{3} cells \(--requirement A,B,C,D,E and 1 more --operation gap\.\*\): /,
  ],
  [
    'waivers',
    { waivers: [WAIVER, WAIVER, { ...WAIVER, state: 'open' }] },
    /^conformant with 2 waivers: /,
  ],
  [
    'a waiver in a selection, and a stale one',
    { selection, exitCode: 5, waivers: [WAIVER] },
    /^conformant with 1 waiver for 96 of .*\(--requirement AUTH-01\), but a waiver is stale or expired: /,
  ],
  ['what is not green', { selection, exitCode: 1, waivers: [WAIVER] }, /^non-conformant: /],
])('a green word says what it is green for: %s', (_, more, says) => {
  expect(renderSummary(runRecord({ totals, ...more }))).toMatch(says);
});

test('a run whose probes are not known', () => {
  expect(renderSummary(runRecord({ totals, probes: null }))).toBe(
    'conformant: 48 of 48 operations reached, 0 failed, seed 42, 3.2 s',
  );
});

test('one operation and one error are singular', () => {
  const run = runRecord({
    totals: { ...totals, operations: 1, reached: 1 },
    exitCode: 4,
    verdicts: { ...none, error: 1 },
  });

  expect(renderSummary(run)).toBe(
    'harness at fault: 1 of 1 operation reached, 0 failed, 1 error, seed 42, probes 3f9a1c20, 3.2 s',
  );
});

test('colour marks the outcome', () => {
  expect(renderSummary(runRecord({ totals }), { colour: true })).toContain(
    '\u001b[32mconformant\u001b[39m: 48 of',
  );
});

test.each([
  [0, '0.0 s'],
  [3249, '3.2 s'],
  [59_949, '59.9 s'],
  [59_950, '1 min 0 s'],
  [125_400, '2 min 5 s'],
  [3_600_000, '60 min 0 s'],
])('%i ms are %s', (milliseconds, text) => {
  expect(renderDuration(milliseconds)).toBe(text);
});
