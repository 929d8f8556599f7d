import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { saveLatencies, expectedLatency, latencyAfterDrops } from './sizing-latency.ts';
import { virtualUsersFor } from './k6/k6-options.ts';

const file = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-history-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, 'out', 'load-history.jsonl');
};
const A = 'http://127.0.0.1:1';

const pace = { at: '2026-03-01T00:00:00Z', address: A, line: 'gap' } as const;

test('the newest accepted pace of a line at an address counts', () => {
  const path = file();
  saveLatencies(path, [
    { ...pace, p99: 0.3 },
    { ...pace, line: 'travel', p99: 9 },
  ]);
  saveLatencies(path, [{ ...pace, p99: 0.2 }]);
  appendFileSync(path, '{"at":"torn');
  expect(expectedLatency(path, A, 'gap')).toBe(0.2);
  expect(expectedLatency(path, 'http://127.0.0.1:2', 'gap')).toBeUndefined();
  expect(virtualUsersFor(100, 0.2)).toBe(40);
});

test('a run with too few virtual users raises their number for the next few, and its guess is no accepted pace', () => {
  const path = file();
  saveLatencies(path, [{ ...pace, p99: 0.3 }]);
  saveLatencies(path, [{ ...pace, p99: 1, short: true }]);
  expect(expectedLatency(path, A, 'gap')).toBe(1);
  for (let run = 0; run < 4; run += 1) saveLatencies(path, [{ ...pace, p99: 0.2 }]);
  expect(expectedLatency(path, A, 'gap')).toBe(1);
  saveLatencies(path, [{ ...pace, p99: 0.2 }]);
  expect(expectedLatency(path, A, 'gap')).toBe(0.2);
});

test.each([
  ['nothing dropped', 0, 0.3, 0.5, undefined],
  ['next to nothing', 1, 0.3, 0.5, undefined],
  ['virtual users are doubled', 40, 0.3, 0.5, 1],
  ['as slow as it was', 40, 3, 0.5, 3],
  ['not for ever', 40, 0.3, 4, 5],
] as const)('after drops: %s', (_what, dropped, p99, before, after) => {
  expect(latencyAfterDrops({ planned: 1000, dropped }, p99, before)).toBe(after);
});
