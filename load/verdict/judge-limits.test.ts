import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { sketchOfSample, statisticsOf } from '../measuring/quantile-sketch.ts';
import { judgeLimit, type Sampled, type ThresholdResult, withIdle } from './judge-limits.ts';
import { type Limit, plannedThresholds } from './limits.ts';

const TOLERATED = 0.001;

const sampledFrom = (latencies: readonly number[], more: Partial<Sampled> = {}): Sampled => {
  const sketch = sketchOfSample(latencies);
  return {
    requests: latencies.length,
    dropped: 0,
    errors: 0,
    connections: 0,
    latency: sketch && statisticsOf(sketch),
    ...more,
  };
};

/** Some answers of 10 ms, and some of 1,000 ms. */
const fastAndSlow = (fast: number, slow: number, dropped = 0): Sampled =>
  sampledFrom(
    [...Array.from({ length: fast }, () => 10), ...Array.from({ length: slow }, () => 1000)],
    {
      dropped,
    },
  );

const judged = (limit: Omit<Limit, 'on'>, sampled: Sampled, few?: string): ThresholdResult => {
  const [threshold] = plannedThresholds([{ on: {}, ...limit }]);
  if (!threshold) throw new Error('expected a limit');
  return judgeLimit(threshold, sampled, TOLERATED, few);
};
const outcomeOf = ({ ok, open }: ThresholdResult): string => open?.why ?? (ok ? 'kept' : 'missed');

test.for([
  ['all fast', { p95: 100 }, fastAndSlow(1000, 0), 'kept'],
  ['a tenth slow', { p95: 100 }, fastAndSlow(900, 100), 'missed'],
  [
    'dropped starts that change nothing: even slow they were too few',
    { p95: 100 },
    fastAndSlow(1000, 0, 40),
    'kept',
  ],
  [
    'dropped starts that may have been the slow ones',
    { p95: 100 },
    fastAndSlow(1000, 0, 100),
    'dropped',
  ],
  [
    'dropped starts that save nothing: even fast they were too few',
    { p95: 100 },
    fastAndSlow(800, 200, 300),
    'missed',
  ],
  [
    'dropped starts that may have been the fast ones',
    { p95: 100 },
    fastAndSlow(900, 100, 1500),
    'dropped',
  ],
  ['one dropped start of many', { p95: 100 }, fastAndSlow(949, 51, 1), 'missed'],
  ['the slowest too slow, whatever was dropped', { max: 100 }, fastAndSlow(999, 1, 50), 'missed'],
  ['the slowest fast, but one start dropped', { max: 100 }, fastAndSlow(1000, 0, 1), 'dropped'],
  ['half of the answers slow', { p50: 100 }, fastAndSlow(400, 600), 'missed'],
  ['no answer below 400', { p95: 100 }, { ...fastAndSlow(0, 0), requests: 9 }, 'missed'],
  ['nothing sent', { p95: 100 }, fastAndSlow(0, 0), 'unseen'],
  [
    'errors within their limit',
    { errorRate: 0.01 },
    { ...fastAndSlow(1000, 0), errors: 10 },
    'kept',
  ],
  ['too many errors', { errorRate: 0.01 }, { ...fastAndSlow(1000, 0), errors: 11 }, 'missed'],
  [
    'too many errors, even with all dropped right',
    { errorRate: 0.01 },
    { ...fastAndSlow(1000, 0, 500), errors: 16 },
    'missed',
  ],
  [
    'errors that dropped starts may outnumber',
    { errorRate: 0.01 },
    { ...fastAndSlow(1000, 0, 500), errors: 14 },
    'dropped',
  ],
  [
    'few errors, even with all dropped wrong',
    { errorRate: 0.1 },
    { ...fastAndSlow(1000, 0, 50), errors: 10 },
    'kept',
  ],
  [
    'kept connections',
    { newConnections: 0.1 },
    { ...fastAndSlow(1000, 0), connections: 9 },
    'kept',
  ],
  [
    'a connection a request',
    { newConnections: 0.1 },
    { ...fastAndSlow(1000, 0), connections: 975 },
    'missed',
  ],
] as const)('%s: %j', ([, limit, sampled, outcome]) => {
  expect(outcomeOf(judged(limit, sampled))).toBe(outcome);
});

test('a result that depends on dropped starts says so, with what to do', () => {
  expect(judged({ p95: 100 }, fastAndSlow(1000, 0, 100)).open?.text).toBe(
    'all lines, p95 in ms: 100 of 1,100 starts were dropped, since all virtual users were waiting for answers, and the verdict depends on them; set more users, or run it again: the next run uses more by itself',
  );
});

test.for([
  [1.25, 'missed'],
  [5.75, 'idle'],
] as const)('virtual users that return after %d s and reconnect: %s', ([idle, outcome]) => {
  const connecting = { ...fastAndSlow(1000, 0), connections: 975 };
  expect(outcomeOf(withIdle(judged({ newConnections: 0.1 }, connecting), idle))).toBe(outcome);
  expect(withIdle(judged({ newConnections: 1 }, connecting), idle).ok).toBe(true);
});

test.for([
  ['nobody slow', fastAndSlow(1753, 0), 'few'],
  ['as many slow ones as chance may bring', fastAndSlow(1730, 23), 'few'],
  ['more slow ones than chance brings', fastAndSlow(1703, 50), 'missed'],
  ['twice as many of 1,200 as may be slow', fastAndSlow(1174, 26), 'missed'],
  ['no more than chance may bring to 1,200', fastAndSlow(1180, 20), 'few'],
  ['one of two', fastAndSlow(1, 1), 'few'],
  ['all slow', fastAndSlow(0, 100), 'missed'],
] as const)('a p99 of too few requests, %s', ([, sampled, outcome]) => {
  expect(outcomeOf(judged({ p99: 100 }, sampled, 'too few'))).toBe(outcome);
});

test('whatever the dropped starts were, they could not change the verdict', () => {
  const latencies = fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 30, maxLength: 300 });
  fc.assert(
    fc.property(
      latencies,
      fc.array(fc.constantFrom(0, 1000), { minLength: 1, maxLength: 100 }),
      fc.constantFrom(50, 90, 95),
      fc.integer({ min: 1, max: 100 }),
      (answered, dropped, percentile, most) => {
        const sampled = sampledFrom(answered, { dropped: dropped.length });
        const { ok, open } = judged({ [`p${percentile}`]: most }, sampled);
        const all = [...answered, ...dropped];
        const within = all.filter((each) => each <= most).length;
        // The sample of a percentile may lie on either side of its rank.
        const rank = (percentile / 100) * all.length;
        expect(!ok || within >= rank - 2).toBe(true);
        expect(ok || open !== undefined || within <= rank + 2).toBe(true);
      },
    ),
  );
});
