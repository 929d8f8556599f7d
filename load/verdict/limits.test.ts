import { expect, test } from 'vitest';
import { scheduleOf } from '../measuring/schedule.ts';
import { samplesNeeded, plannedThresholds, scheduledOn, sampleShortage } from './limits.ts';

const steps = [
  { rate: 10, seconds: 60 },
  { rate: 20, seconds: 60 },
];
const schedule = scheduleOf({ steps, warmUp: { rate: 99, seconds: 9 }, weights: {} }, [
  'travel',
  'gap',
]);

test('a limit can be any percentile, the maximum, an error rate, or a rate of new connections, by line and step', () => {
  const on = { line: 'gap', step: 2 } as const;
  const thresholds = plannedThresholds([
    { on, p50: 9, 'p99.9': 500, max: 900, errorRate: 0.01, newConnections: 0.1 },
    { on: {}, p95: 300 },
    { on: {}, p95: 300 },
  ]);
  expect(thresholds.map(({ metric, expression }) => `${metric} ${expression}`)).toEqual([
    'http_req_duration{line:gap,phase:measure,step:2,expected_response:true} p(50)<=9',
    'http_req_duration{line:gap,phase:measure,step:2,expected_response:true} p(99.9)<=500',
    'http_req_duration{line:gap,phase:measure,step:2,expected_response:true} max<=900',
    'http_req_failed{line:gap,phase:measure,step:2} rate<=0.01',
    'assay_new_connections{line:gap,phase:measure,step:2} rate<=0.1',
    'http_req_duration{phase:measure,expected_response:true} p(95)<=300',
  ]);
  expect(thresholds[1]?.what).toBe('gap, step 2, p99.9 in ms');
});

test.for([
  [{}, ['travel-1', 'gap-1', 'travel-2', 'gap-2']],
  [{ line: 'gap' }, ['gap-1', 'gap-2']],
  [{ step: 2 }, ['travel-2', 'gap-2']],
  [{ line: 'gap', step: 1 }, ['gap-1']],
] as const)('%j applies to %j', ([on, names]) => {
  expect(scheduledOn(schedule, on).map(({ name }) => name)).toEqual(names);
});

test.for([
  [50, 2],
  [90, 10],
  [95, 20],
  [97.5, 4000],
  [99, 10_000],
  [99.9, 100_000],
  [100, 1],
] as const)('p%d needs %d samples', ([percentile, count]) => {
  expect(samplesNeeded(percentile)).toBe(count);
});

test('a limit that a schedule cannot judge reports the necessary duration', () => {
  const textOf = (limit: Parameters<typeof plannedThresholds>[0][number]) =>
    plannedThresholds([limit]).map((each) => sampleShortage(each, schedule));
  expect(textOf({ on: { line: 'gap' }, p99: 500, p95: 300, max: 9, errorRate: 0 })).toEqual([
    'the p99 limit of gap needs 10,000 price requests: 667 s at this rate; this profile sends 1,800',
    undefined,
    undefined,
    undefined,
  ]);
  expect(textOf({ on: { step: 2 }, p99: 500 })).toEqual([
    'the p99 limit of all lines, step 2 needs 10,000 price requests: 250 s at this rate; this profile sends 2,400',
  ]);
});
