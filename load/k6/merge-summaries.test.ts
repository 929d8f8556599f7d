import { expect, test } from 'vitest';
import { keepsTo, mergeSummaries } from './merge-summaries.ts';
import type { K6Summary } from './k6-summary.ts';

const summary = (requests: number, failed: number, seconds: number): K6Summary => ({
  runId: 'run',
  state: { testRunDurationMs: seconds * 1000 },
  metrics: {
    http_reqs: { type: 'counter', values: { count: requests, rate: requests / seconds } },
    http_req_failed: {
      type: 'rate',
      values: { passes: failed, fails: requests - failed, rate: failed / requests },
    },
    vus: { type: 'gauge', values: { value: 1, min: 1, max: seconds } },
  },
});

test('counts add up, and rates are those of all', () => {
  const merged = mergeSummaries([summary(100, 0, 10), summary(300, 8, 8)], []);
  expect(merged?.state.testRunDurationMs).toBe(10_000);
  expect(merged?.metrics['http_reqs']?.values).toEqual({ count: 400, rate: 40 });
  expect(merged?.metrics['http_req_failed']?.values).toEqual({
    passes: 8,
    fails: 392,
    rate: 0.02,
  });
});

test('a limit that one instance misses alone is kept by all together, and the other way round', () => {
  const of = (expression: string) => {
    const merged = mergeSummaries(
      [summary(100, 0, 10), summary(100, 4, 10)],
      [{ metric: 'http_req_failed', expression }],
    );
    return merged?.metrics['http_req_failed']?.thresholds?.[expression]?.ok;
  };
  expect(of('rate<=0.03')).toBe(true);
  expect(of('rate<=0.01')).toBe(false);
});

test('a limit on what was never measured does not hold', () => {
  expect(keepsTo('p(99)<=300', { count: 0 })).toBe(false);
  expect(keepsTo('rate<=0.00001', { rate: 0.000_01 })).toBe(true);
  expect(keepsTo('count>=20', { count: 19 })).toBe(false);
});
