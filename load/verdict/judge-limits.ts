import { type K6Summary, valueOf, latencyIn } from '../k6/k6-summary.ts';
import { submetric } from '../measures.ts';
import {
  fineSketchOf,
  type QuantileSketch,
  SKETCH_SHARES,
  sketchOf,
} from '../measuring/quantile-sketch.ts';
import {
  type RunSettings,
  samplesNeeded,
  metricsOf,
  scheduledOn,
  tagsOf,
  type Threshold,
  sampleShortage,
} from './limits.ts';
import { longestWait, type Scheduled } from '../measuring/schedule.ts';

/** A threshold, and its result. */
export interface ThresholdResult extends Threshold {
  /** True if it surely held. */
  readonly ok: boolean;
  readonly actual: number | null;
  /** Number of dropped starts, and of planned ones: each may have been fast or slow, right or wrong. */
  readonly dropped: number;
  readonly starts: number;
  /**
   * Reason why the result is undecided; undefined: it was kept or missed. `dropped`: it depends on the dropped starts;
   * `unseen`: nothing was sent; `few`: chance would decide it; `idle`: virtual users were idle for so long that their
   * connections may have been closed.
   */
  readonly open?: { readonly why: 'dropped' | 'unseen' | 'few' | 'idle'; readonly text: string };
}

/** Samples that a limit is compared with. */
export interface Sampled {
  readonly requests: number;
  readonly dropped: number;
  readonly errors: number;
  readonly connections: number;
  /** Latency of the answers below 400 in milliseconds, as k6 statistics; undefined without any. */
  readonly latency?: Readonly<Record<string, number>> | undefined;
}

type Outcome = 'kept' | 'missed' | 'open';

/** The outcome for the best case (all dropped starts fast and right) and the worst case (all slow and wrong), if both agree. */
const between = (isMissedAtBest: boolean, isKeptAtWorst: boolean): Outcome => {
  if (isMissedAtBest) return 'missed';
  return isKeptAtWorst ? 'kept' : 'open';
};

/** The value of the last point of a sketch up to a share, or of the first one from it on; undefined beyond its ends. */
const below = ({ points }: QuantileSketch, share: number): number | undefined =>
  points[SKETCH_SHARES.findLastIndex((each) => each <= share)];
const above = ({ points }: QuantileSketch, share: number): number | undefined =>
  points[SKETCH_SHARES.findIndex((each) => each >= share)];

/** Dropped starts up to this part of a limit's margin do not count. */
const NEGLIGIBLE = 0.1;

/** Significance level: a smaller probability rules out chance. */
const CHANCE = 0.002;

/** Upper tail of the binomial distribution: the probability of at least this many hits, each of a share, in some trials. */
const chanceOf = (hits: number, trials: number, share: number): number => {
  let below = 0;
  let log = trials * Math.log(1 - share);
  for (let each = 0; each < hits; each += 1) {
    below += Math.exp(log);
    log += Math.log(((trials - each) / (each + 1)) * (share / (1 - share)));
  }
  return 1 - below;
};

/** Tests if more answers are beyond a limit than chance explains for a service that keeps it, however few were measured. */
const isSurelyBeyond = (
  latency: Readonly<Record<string, number>>,
  free: number,
  most: number,
  starts: number,
): boolean => {
  const sketch = fineSketchOf(latency);
  const first = sketch?.points.findIndex((value) => value > most) ?? -1;
  if (!sketch || first === -1) return false;
  // A point is interpolated between two samples, of which the upper one is beyond, too.
  const before = Math.ceil((sketch.shares[first] as number) * (sketch.count - 1) - 1e-6);
  return chanceOf(sketch.count - before, starts, free) < CHANCE;
};

/** The outcome of a latency limit. */
const latencyOutcome = (
  { percentile = 100, most }: Threshold,
  sketch: QuantileSketch,
  actual: number,
  dropped: number,
  tolerated: number,
): Outcome => {
  const { count } = sketch;
  const isMissed = actual > most;
  const free = 1 - percentile / 100;
  if (dropped <= Math.min(tolerated, free * NEGLIGIBLE) * (count + dropped))
    return isMissed ? 'missed' : 'kept';
  const rank = (percentile / 100) * (count + dropped);
  const best = below(sketch, (rank - dropped) / count) ?? 0;
  const worst = above(sketch, rank / count) ?? Infinity;
  return between(best > most, worst <= most);
};

const shareOutcome = (
  most: number,
  count: number,
  { requests, dropped }: Sampled,
  tolerated: number,
): Outcome => {
  const starts = requests + dropped;
  if (dropped <= Math.min(tolerated, most * NEGLIGIBLE) * starts)
    return count / requests > most ? 'missed' : 'kept';
  return between(count / starts > most, (count + dropped) / starts <= most);
};

/** The figure for a threshold; null if there is none. */
const actualOf = ({ kind, percentile = 100 }: Threshold, sampled: Sampled): number | null => {
  const { requests, errors, connections, latency } = sampled;
  if (kind !== 'latency')
    return requests === 0 ? null : (kind === 'errors' ? errors : connections) / requests;
  if (!latency?.['count']) return null;
  return latency[percentile === 100 ? 'max' : `p(${percentile})`] ?? null;
};

const droppedText = ({ dropped, requests }: Sampled): string =>
  `${dropped.toLocaleString('en')} of ${(dropped + requests).toLocaleString('en')} starts were dropped, since all virtual users were waiting for answers, and the verdict depends on them; set more users, or run it again: the next run uses more by itself`;

/** Judges one threshold; `few` states that too few requests are planned for it. */
export const judgeLimit = (
  threshold: Threshold,
  sampled: Sampled,
  tolerated: number,
  few?: string,
): ThresholdResult => {
  const { requests, dropped } = sampled;
  const starts = requests + dropped;
  const actual = actualOf(threshold, sampled);
  const result = { ...threshold, actual, dropped, starts };
  const { kind, what, most, percentile = 100 } = threshold;
  const openResult = (why: NonNullable<ThresholdResult['open']>['why'], text: string) =>
    ({ ...result, ok: false, open: { why, text } }) as const;
  if (requests === 0) return openResult('unseen', `${what}: no price request was sent`);
  if (kind !== 'latency') {
    const count = kind === 'errors' ? sampled.errors : sampled.connections;
    return withOutcome(result, sampled, shareOutcome(most, count, sampled, tolerated));
  }
  const sketch = sampled.latency && sketchOf(sampled.latency);
  if (!sampled.latency || !sketch || actual === null) return { ...result, ok: false };
  const free = 1 - percentile / 100;
  const isFew = few !== undefined || sketch.count + dropped < samplesNeeded(percentile) / 2;
  if (isFew && !isSurelyBeyond(sampled.latency, free, most, sketch.count + dropped))
    return openResult('few', few ?? `${what}: ${sketch.count} answers are too few`);
  const outcome = isFew ? 'missed' : latencyOutcome(threshold, sketch, actual, dropped, tolerated);
  return withOutcome(result, sampled, outcome);
};

const withOutcome = (
  result: Omit<ThresholdResult, 'ok' | 'open'>,
  sampled: Sampled,
  outcome: Outcome,
): ThresholdResult => {
  if (outcome !== 'open') return { ...result, ok: outcome === 'kept' };
  const text = `${result.what}: ${droppedText(sampled)}`;
  return { ...result, ok: false, open: { why: 'dropped', text } };
};

const sampledIn = (
  summary: K6Summary,
  { on, percentile }: Threshold,
  schedule: readonly Scheduled[],
): Sampled => {
  const { failed, connections } = metricsOf(on);
  const errors = valueOf(summary, failed, 'passes');
  return {
    requests: errors + valueOf(summary, failed, 'fails'),
    dropped: scheduledOn(schedule, on)
      .map(({ name }) => submetric('dropped_iterations', { scenario: name }))
      .reduce((sum, metric) => sum + valueOf(summary, metric, 'count'), 0),
    errors,
    connections: valueOf(summary, connections, 'count'),
    latency: latencyIn(summary, tagsOf(on), percentile === undefined ? [] : [percentile]),
  };
};

/** Minimum keep-alive of many services in seconds (Node: 5). */
const KEPT = 4;

/** Longest idle time in seconds of a virtual user between two price requests of these scenarios. */
const idleOn = (scheduled: readonly Scheduled[], users: Readonly<Record<string, number>>): number =>
  Math.max(0, ...scheduled.map((each) => longestWait(each, users[each.name] ?? 0)));

/** New connections are not a fault of the service if its clients return only after a long idle time. */
export const withIdle = (result: ThresholdResult, idle: number): ThresholdResult => {
  const { kind, ok, open, what, actual } = result;
  if (kind !== 'connections' || ok || open || idle < KEPT) return result;
  const text = `${what}: ${(actual ?? 0).toFixed(2)}, but each virtual user waited ${idle.toFixed(1)} s between two price requests, and many services close a connection after 5 s; raise the rate, or set fewer users`;
  return { ...result, open: { why: 'idle', text } };
};

/**
 * Judges every threshold; `users` are the virtual users of each scenario, `tolerated` is the share of dropped starts
 * that the profile allows.
 */
export const judgeLimits = (
  summary: K6Summary,
  { thresholds, schedule }: Pick<RunSettings, 'thresholds' | 'schedule'>,
  tolerated: number,
  users: Readonly<Record<string, number>> = {},
): readonly ThresholdResult[] =>
  thresholds.map((each) => {
    const few = sampleShortage(each, schedule);
    const result = judgeLimit(each, sampledIn(summary, each, schedule), tolerated, few);
    return withIdle(result, idleOn(scheduledOn(schedule, each.on), users));
  });
