import { expect, test } from 'vitest';
import { quantileAt } from '../testing/quantile-at.ts';
import { recordedLatencies, statisticsOfSample } from '../testing/recorded-latencies.ts';
import { mergeSummaries, type K6Summary, latencyIn } from './k6-summary.ts';
import { latencyMetrics } from '../measures.ts';

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

test('merges counts as sums, and rates over all instances', () => {
  const merged = mergeSummaries([summary(100, 0, 10), summary(300, 8, 8)]);
  expect(merged?.state.testRunDurationMs).toBe(10_000);
  expect(merged?.metrics['http_reqs']?.values).toEqual({ count: 400, rate: 40 });
  expect(merged?.metrics['http_req_failed']?.values).toEqual({
    passes: 8,
    fails: 392,
    rate: 0.02,
  });
});

test('merges the percentiles of limits, too', () => {
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

const sample = recordedLatencies().flat().slice(0, 5000);
const tags = { line: 'gap', phase: 'measure' };
const { all, without, reconnected } = latencyMetrics(tags);
const trend = (values: readonly number[]) => ({
  type: 'trend',
  values: statisticsOfSample(values),
});

test.each([
  ['every second', 2, 30],
  ['one in fifty', 50, 30],
  ['all but a few', 1.02, 12],
  ['a few that take no time', 10, 0.01],
])('the latency includes the connection time of requests: %s', (_how, every, connecting) => {
  const isNew = (at: number): boolean => Math.floor(at / every) !== Math.floor((at - 1) / every);
  const fresh = sample.filter((_ms, at) => isNew(at));
  const real = sample.map((ms, at) => (isNew(at) ? ms + connecting : ms)).toSorted((a, b) => a - b);
  const values = latencyIn(
    {
      metrics: {
        [all]: trend(sample),
        [without]: trend(fresh),
        [reconnected]: trend(fresh.map((ms) => ms + connecting)),
      },
    },
    tags,
    [97.5],
  );
  expect(values?.['count']).toBe(sample.length);
  expect(values?.['max']).toBeCloseTo(real.at(-1) as number);
  expect(values?.['avg']).toBeCloseTo(real.reduce((sum, ms) => sum + ms, 0) / real.length);
  for (const percentile of [50, 95, 97.5, 99]) {
    // In a gap of the distribution, the neighbours of the sample are equally right.
    const [low, high] = [-0.002, 0.002].map((off) => quantileAt(real, percentile / 100 + off));
    expect(values?.[`p(${percentile})`]).toBeGreaterThanOrEqual((low as number) * 0.98);
    expect(values?.[`p(${percentile})`]).toBeLessThanOrEqual((high as number) * 1.02);
  }
});

test("without new connections it is k6's own latency, and undefined without answers", () => {
  const usual = trend(sample);
  expect(latencyIn({ metrics: { [all]: usual } }, tags)).toBe(usual.values);
  expect(latencyIn({ metrics: {} }, tags)).toBeUndefined();
  expect(
    latencyIn({ metrics: { [all]: { type: 'trend', values: { count: 0 } } } }, tags),
  ).toBeUndefined();
});
