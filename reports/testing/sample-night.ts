import type { JudgedMeasure, NightLine, OutcomeLine } from '../../store/nights/history-line.ts';

/** Judged measure of a night. */
export const sampleJudged = (
  state: JudgedMeasure['state'],
  change: Partial<JudgedMeasure> = {},
): JudgedMeasure => ({
  measure: 'p95',
  value: 30,
  state,
  median: 25,
  limit: 27,
  smallest: 0.09,
  ...change,
});

/** Plausible line of a night: `index` is its day, `median` its latency in milliseconds. */
export const sampleNight = (
  index: number,
  median = 20,
  change: Partial<NightLine> = {},
): NightLine => {
  const points = Array.from({ length: 112 }, (_, at) =>
    Number((median * (0.6 + at / 125 + (at / 111) ** 12)).toPrecision(4)),
  );
  const at = new Date(Date.UTC(2026, 2, 1, 2) + index * 86_400_000);
  return {
    schema: 1,
    at: at.toISOString(),
    kind: 'night',
    runId: `night-${index}`,
    series: 'travel 1 load',
    line: 'travel',
    step: 1,
    profile: 'load',
    target: { name: 'staging', address: 'http://127.0.0.1:1', build: `1.${index}` },
    assay: '0.1.0',
    basis: { k6: '2.2.0', script: 's1', profile: 'p1', data: 'd1', machine: 'm1' },
    machine: 'linux x64, 2 × CPU, 8 GB',
    counts: { planned: 30_000, requests: 30_000, dropped: 0, errors: 3, judged: 300, wrong: 0 },
    sketch: { count: 29_997, mean: median, points },
    verdict: 'PASS',
    reasons: [],
    judged: [sampleJudged('calm')],
    ...change,
  };
};

/** Outcome of a suspicion about p95. */
export const sampleOutcome = (
  night: NightLine,
  confirmed: boolean,
  values: readonly number[] = [30, 31, 32],
): OutcomeLine => ({
  schema: 1,
  at: night.at,
  kind: 'outcome',
  runId: night.runId,
  series: night.series,
  measures: [{ measure: 'p95', values: [...values], confirmed }],
});
