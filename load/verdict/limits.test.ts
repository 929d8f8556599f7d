import { expect, test } from 'vitest';
import { plannedThresholds, unjudgedLimits } from './limits.ts';

test('each limit has its count twin on the same tags', () => {
  const thresholds = plannedThresholds(
    [{ on: { line: 'gap', step: 2 }, p95: 300, p99: 500, errorRate: 0.01 }],
    () => 20_000,
  );
  expect(thresholds.map(({ metric, expression }) => `${metric} ${expression}`)).toEqual([
    'assay_latency{line:gap,phase:measure,step:2} p(95)<=300',
    'assay_latency{line:gap,phase:measure,step:2} p(99)<=500',
    'http_req_failed{line:gap,phase:measure,step:2} rate<=0.01',
    'http_reqs{line:gap,phase:measure,step:2} count>=10000',
  ]);
});

test('a p99 that chance would decide is not judged, and that is said', () => {
  const limits = [{ on: {}, p99: 500 }];
  expect(plannedThresholds(limits, () => 9_999)).toEqual([]);
  expect(unjudgedLimits(limits, () => 9_999)).toEqual([
    'the p99 limit of all lines was not judged: it takes 10000 price requests, this profile sends 9999',
  ]);
});
