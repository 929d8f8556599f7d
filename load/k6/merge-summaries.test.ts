import { expect, test } from 'vitest';
import { quantileAt } from '../testing/quantile-at.ts';
import { recordedLatencies, statisticsOfSample } from '../testing/recorded-latencies.ts';
import { mergeSummaries } from './merge-summaries.ts';
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
  const merged = mergeSummaries([summary(100, 0, 10), summary(300, 8, 8)]);
  expect(merged?.state.testRunDurationMs).toBe(10_000);
  expect(merged?.metrics['http_reqs']?.values).toEqual({ count: 400, rate: 40 });
  expect(merged?.metrics['http_req_failed']?.values).toEqual({
    passes: 8,
    fails: 392,
    rate: 0.02,
  });
});

test('a percentile that a limit asks for is merged, too', () => {
  const instances = recordedLatencies();
  const one = (sample: readonly number[]): K6Summary => ({
    ...summary(1, 0, 1),
    metrics: { assay_latency: { type: 'trend', values: statisticsOfSample(sample) } },
  });
  const values = mergeSummaries(instances.map(one), [97.5])?.metrics['assay_latency']?.values ?? {};
  const exact = quantileAt(
    instances.flat().toSorted((a, b) => a - b),
    0.975,
  );
  expect(Math.abs((values['p(97.5)'] ?? 0) / exact - 1)).toBeLessThan(0.005);
  expect(values['count']).toBe(instances.flat().length);
});
