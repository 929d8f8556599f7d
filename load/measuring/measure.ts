import type { Line } from '../../spec/line.ts';
import type { ThresholdResult } from '../verdict/judge-limits.ts';
import { scheduledOn, tagsOf } from '../verdict/limits.ts';
import { METRICS, submetric, type Tags } from '../measures.ts';
import { type K6Metric, type K6Summary, valueOf, latencyIn } from '../k6/k6-summary.ts';
import { type QuantileSketch, sketchOf } from './quantile-sketch.ts';
import type { LoadSeries } from '../../store/load/load-record.ts';
import type { Start } from '../plan.ts';
import { blocksIn, meanRateOf, type Scheduled, lagOf } from './schedule.ts';
import type { Session } from '../session.ts';
import { type Unanswered, UNANSWERED_REASONS, ERROR_NAMES } from '../failures.ts';

/** Counts of a counter by these values of a tag, without zeros. */
const countsIn = (
  summary: K6Summary,
  metric: string,
  tags: Tags,
  tag: keyof Tags,
  values: readonly string[],
): Readonly<Record<string, number>> =>
  Object.fromEntries(
    values
      .map((each) => [each, valueOf(summary, submetric(metric, { ...tags, [tag]: each }), 'count')])
      .filter(([, count]) => count !== 0),
  ) as Readonly<Record<string, number>>;

type Percentile = 'p50' | 'p95' | 'p99' | 'p999' | 'max';

/** Measurements of a subset of the price requests, without the warm-up. */
export interface Series extends Omit<LoadSeries, Percentile | 'pace' | 'unanswered'> {
  /** Errors without any answer by reason, and all others by tag value (`errorName`). */
  readonly unanswered: Readonly<Partial<Record<Unanswered, number>>>;
  readonly statuses: Readonly<Record<string, number>>;
  readonly connections: number;
}

/** All measurements of one k6 run. */
export interface Measurements {
  readonly lines: Readonly<Partial<Record<Line, Series>>>;
  readonly steps: readonly (Series & { readonly step: number })[];
  /** Each line in each step; empty unless requested. */
  readonly parts: readonly (Series & { readonly line: Line; readonly step: number })[];
  readonly overall: QuantileSketch | null;
  /** Milliseconds: 99 % of the price requests started at most this late; null if no start was sampled. */
  readonly lag: number | null;
  readonly thresholds: readonly ThresholdResult[];
  readonly journeys: {
    readonly begun: number;
    readonly ended: number;
    readonly sketch: QuantileSketch | null;
  };
  /** Number of answers without an error that differ from their draft's before the load. */
  readonly unlike: number;
  /** Rate per second of all requests, including journeys and warm-up, and the number of those with an answer. */
  readonly requestRate: number;
  readonly answered: number;
  /** For a comparison: the latencies of each block, by the name of its scenario. */
  readonly blocks?: Readonly<Partial<Record<string, QuantileSketch>>>;
  /** Start in milliseconds since the epoch; undefined if nothing was sent. */
  readonly begun?: number;
}

type LoadFinding = Session['findings'][number];

type On = Parameters<typeof tagsOf>[0];

/** Exchanges of these plateaus with a finding. */
const wrongOn = (findings: readonly LoadFinding[], { line, step }: On): number => {
  const own = findings.filter(
    (finding) =>
      finding.verdict === 'fail' &&
      finding.step > 0 &&
      (line === undefined || finding.operation.startsWith(`${line}.`)) &&
      (step === undefined || finding.step === step),
  );
  return new Set(own.flatMap(({ exchanges }) => exchanges)).size;
};

const sketchIn = (values: K6Metric['values'] | undefined): QuantileSketch | null =>
  (values && sketchOf(values)) ?? null;

const droppedIn = (summary: K6Summary, scenario: string): number =>
  valueOf(summary, submetric('dropped_iterations', { scenario }), 'count');

const seriesOf = (
  summary: K6Summary,
  tags: Tags,
  scheduled: readonly Scheduled[],
  wrong: number,
): Series => {
  const of = (metric: string, value: string): number =>
    valueOf(summary, submetric(metric, tags), value);
  const latency = latencyIn(summary, tags);
  const errors = of('http_req_failed', 'passes');
  const requests = errors + of('http_req_failed', 'fails');
  const planned = scheduled.reduce((sum, { count }) => sum + count, 0);
  const seconds = scheduled.reduce((sum, each) => sum + each.seconds * meanRateOf(each), 0);
  // Plateaus that start at the same time run side by side.
  const plateaus = new Map(scheduled.map((each) => [each.start, each.seconds]));
  const duration = plateaus.values().reduce((sum, each) => sum + each, 0);
  return {
    planned,
    dropped: scheduled.reduce((sum, { name }) => sum + droppedIn(summary, name), 0),
    requests,
    wantedRate: duration === 0 ? 0 : seconds / duration,
    rate: duration === 0 ? 0 : requests / duration,
    errors,
    unanswered: countsIn(summary, METRICS.unanswered, tags, 'reason', UNANSWERED_REASONS),
    connections: of(METRICS.connections, 'count'),
    statuses: countsIn(summary, METRICS.errors, tags, 'status', ERROR_NAMES),
    judged: of(METRICS.judged, 'count'),
    wrong,
    sketch: sketchIn(latency),
  };
};

/** For a comparison: its start, and the latencies of each block. */
const turnsOf = (
  summary: K6Summary,
  schedule: readonly Scheduled[],
): Pick<Measurements, 'blocks' | 'begun'> => {
  const blocks = blocksIn(schedule).flatMap(({ name }) => {
    const sketch = sketchOf(latencyIn(summary, { scenario: name }) ?? {});
    return sketch ? [[name, sketch] as const] : [];
  });
  const begun = summary.metrics[METRICS.start]?.values['min'];
  return {
    ...(blocks.length > 0 && { blocks: Object.fromEntries(blocks) }),
    ...(begun !== undefined && { begun }),
  };
};

/** Reads a summary: one series for each line and step. */
export const readMeasurements = (
  summary: K6Summary,
  schedule: readonly Scheduled[],
  thresholds: readonly ThresholdResult[],
  findings: readonly LoadFinding[],
  starts: readonly Start[],
  parts = false,
): Measurements => {
  const measured = schedule.filter(({ phase }) => phase === 'measure');
  const lines = [...new Set(measured.map(({ line }) => line))];
  const steps = [...new Set(measured.map(({ step }) => step))];
  const several = steps.length > 1 ? steps : [];
  const seriesOn = (on: On): Series =>
    seriesOf(summary, tagsOf(on), scheduledOn(schedule, on), wrongOn(findings, on));
  return {
    lines: Object.fromEntries(lines.map((line) => [line, seriesOn({ line })])),
    steps: several.map((step) => ({ step, ...seriesOn({ step }) })),
    parts: (parts && several.length > 0 ? measured : []).map(({ line, step }) => ({
      line,
      step,
      ...seriesOn({ line, step }),
    })),
    overall: sketchIn(latencyIn(summary, { phase: 'measure' })),
    lag: lagOf(starts, schedule, (name) => droppedIn(summary, name)),
    thresholds,
    journeys: {
      begun: valueOf(summary, METRICS.begun, 'count'),
      ended: valueOf(summary, METRICS.walked, 'count'),
      sketch: sketchIn(summary.metrics[METRICS.journey]?.values),
    },
    unlike: valueOf(summary, METRICS.unlike, 'count'),
    requestRate: valueOf(summary, 'http_reqs', 'rate'),
    answered:
      valueOf(summary, 'http_reqs', 'count') - valueOf(summary, METRICS.unanswered, 'count'),
    ...turnsOf(summary, schedule),
  };
};
