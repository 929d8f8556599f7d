import type { LoadRecord, LoadSeries } from '../../store/load/load-record.ts';

/** Plausible series for tests of reports: `count` price requests around `median` milliseconds. */
export const sampleSeries = (
  count: number,
  median: number,
  change: Partial<LoadSeries> = {},
): LoadSeries => {
  const points = Array.from(
    { length: 112 },
    (_, index) => median * (0.5 + (index / 111) ** 4 * 6 + index / 222),
  );
  return {
    planned: count,
    dropped: 0,
    requests: count,
    wantedRate: 20,
    rate: 20.1,
    errors: 0,
    unanswered: {},
    judged: count,
    wrong: 0,
    p50: points[50] ?? null,
    p95: points[95] ?? null,
    p99: null,
    p999: null,
    max: points[111] ?? null,
    sketch: { count, mean: median, points },
    ...change,
  };
};

const START = Date.UTC(2026, 2, 1);

const seconds: Pick<LoadRecord, 'health' | 'points'> = {
  health: Array.from({ length: 20 }, (_, index) => ({
    at: START + index * 1000,
    cpu: 0.1 + (index % 3) / 50,
    steal: 0,
    memory: 9e7,
    throttled: 0,
    segments: 100,
    retransmits: 0,
  })),
  points: Array.from({ length: 400 }, (_, index) => ({
    at: START + index * 50,
    line: index % 2 === 0 ? ('travel' as const) : ('gap' as const),
    ms: 5 + (index % 17),
    step: 1,
    status: 200,
  })),
};

/** Plausible record of a load run for tests of reports. */
export const sampleLoadRecord = (change: Partial<LoadRecord> = {}): LoadRecord => {
  const series = sampleSeries(400, 8);
  return {
    schema: 2,
    runId: '20260301-000000-load-1',
    assay: '0.1.0',
    k6: { version: '2.2.0', origin: 'cache', why: 'in the cache' },
    target: { name: 'staging', base_url: 'http://127.0.0.1:1', gap_base_url: 'http://127.0.0.1:2' },
    profile: { name: 'smoke', description: 'ten seconds', kind: 'steps' },
    seed: 1,
    startedAt: new Date(START).toISOString(),
    endedAt: new Date(START + 20_000).toISOString(),
    verdict: 'PASS',
    exitCode: 0,
    stopped: null,
    reasons: [],
    notes: [],
    lines: [
      { line: 'travel', ...series },
      { line: 'gap', ...sampleSeries(412, 12) },
    ],
    steps: [],
    overall: series.sketch,
    capacity: null,
    journeys: { begun: 5, ended: 5, p50: 40, p95: 90 },
    thresholds: [
      {
        what: 'gap, p95 in ms',
        metric: 'm',
        expression: 'p(95)<=40',
        kind: 'latency',
        ok: true,
        actual: 30,
      },
    ],
    wrong: [],
    validity: [
      {
        name: 'schedule lag, p99',
        value: 3,
        limit: 10,
        unit: 'ms',
        ok: true,
        shown: '3 ms',
        wanted: 'at most 10 ms',
      },
    ],
    calibration: null,
    ...seconds,
    ...change,
  };
};

/** Record of a run with every problem that a report has to show. */
export const sampleFailedLoad = (): LoadRecord =>
  sampleLoadRecord({
    verdict: 'FAIL',
    exitCode: 1,
    reasons: ['LASTMOD-01 on gap.price-request: expected <b>a</b>, got b (7 times or more)'],
    notes: ['k6: Insufficient VUs'],
    lines: [{ line: 'gap', ...sampleSeries(412, 12, { errors: 3, wrong: 7, judged: 20 }) }],
    wrong: [
      {
        requirement: 'LASTMOD-01',
        operation: 'gap.price-request',
        count: 7,
        wanted: '<b>a</b>',
        got: 'b',
        steps: [1],
        exchanges: [1, 2],
      },
    ],
    thresholds: [
      {
        what: 'gap, p95 in ms',
        metric: 'm',
        expression: 'p(95)<=10',
        kind: 'latency',
        ok: false,
        actual: 30,
      },
    ],
    validity: [
      {
        name: 'schedule lag, p99',
        value: 30,
        limit: 10,
        unit: 'ms',
        ok: false,
        shown: '30 ms',
        wanted: 'at most 10 ms',
      },
    ],
  });
