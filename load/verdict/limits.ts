import { PERCENTILE_KEY, type ServiceLimits } from '../../client/target/target-limits.ts';
import type { ResolvedTarget } from '../../client/target.ts';
import type { Line } from '../../spec/line.ts';
import { latencyMetrics, METRICS, submetric, type Tags } from '../measures.ts';
import { type Scheduled, scheduleOf } from '../measuring/schedule.ts';
import type { StepsProfile } from '../profiles/profile.ts';

/** A limit that the service has to keep (SLO). */
export interface Limit extends ServiceLimits {
  readonly on: { readonly line?: Line | undefined; readonly step?: number | undefined };
}

/** One measure and its limit. */
export interface Threshold {
  readonly on: Limit['on'];
  readonly kind: 'latency' | 'errors' | 'connections';
  /** Percentile of a latency; 100: the slowest. */
  readonly percentile?: number;
  readonly most: number;
  readonly metric: string;
  readonly expression: string;
  /** Description, such as `gap, p95 in ms`. */
  readonly what: string;
}

/** The limits of the target and of the profile that apply to these lines. */
const limitsOf = (
  { slo }: ResolvedTarget['load'],
  profile: Pick<StepsProfile, 'limits'>,
  lines: readonly Line[],
): readonly Limit[] => [
  ...(slo.overall ? [{ on: {}, ...slo.overall }] : []),
  ...lines.flatMap((line) => (slo.lines[line] ? [{ on: { line }, ...slo.lines[line] }] : [])),
  ...profile.limits,
];

/** The latency limits, by percentile; 100: the slowest answer. */
export const latencyLimitsOf = (limit: Limit): readonly (readonly [number, number])[] => [
  ...Object.entries(limit).flatMap(([key, most]) =>
    PERCENTILE_KEY.test(key) && most !== undefined
      ? [[Number(key.slice(1)), Number(most)] as const]
      : [],
  ),
  ...(limit.max === undefined ? [] : [[100, limit.max] as const]),
];

/** The tags of the requests that a limit applies to. */
export const tagsOf = ({ line, step }: Limit['on']): Tags => ({
  ...(line && { line }),
  phase: 'measure',
  ...(step !== undefined && { step: String(step) }),
});

/** The metrics of the requests that a limit applies to. */
export const metricsOf = (on: Limit['on']) => {
  const tags = tagsOf(on);
  return {
    ...latencyMetrics(tags),
    failed: submetric('http_req_failed', tags),
    connections: submetric(METRICS.connections, tags),
  };
};

/** `gap`, `all lines, step 2`. */
const partName = ({ line, step }: Limit['on']): string =>
  [line ?? 'all lines', ...(step === undefined ? [] : [`step ${step}`])].join(', ');

const thresholdsOf = (limit: Limit): readonly Threshold[] => {
  const { on, errorRate, newConnections } = limit;
  const { all: latency, failed, connections } = metricsOf(on);
  const name = partName(on);
  const within = latencyLimitsOf(limit).map(([percentile, most]): Threshold => {
    const isMax = percentile === 100;
    const expression = `${isMax ? 'max' : `p(${percentile})`}<=${most}`;
    const what = `${name}, ${isMax ? 'slowest' : `p${percentile}`} in ms`;
    return { on, kind: 'latency', percentile, most, metric: latency, expression, what };
  });
  const share = (
    kind: Threshold['kind'],
    most: number | undefined,
    metric: string,
    what: string,
  ): Threshold[] =>
    most === undefined
      ? []
      : [{ on, kind, most, metric, expression: `rate<=${most}`, what: `${name}, ${what}` }];
  return [
    ...within,
    ...share('errors', errorRate, failed, 'error rate'),
    ...share('connections', newConnections, connections, 'new connections per request'),
  ];
};

/** The thresholds of the limits. */
export const plannedThresholds = (limits: readonly Limit[]): readonly Threshold[] => [
  ...new Map(
    limits.flatMap(thresholdsOf).map((each) => [`${each.metric} ${each.expression}`, each]),
  ).values(),
];

/** The percentiles of the thresholds. */
export const percentilesOf = (thresholds: readonly Threshold[]): readonly number[] => [
  ...new Set(thresholds.map(({ percentile = 100 }) => percentile).filter((each) => each < 100)),
];

/** The scenarios that a limit applies to. */
export const scheduledOn = (
  schedule: readonly Scheduled[],
  { line, step }: Limit['on'],
): readonly Scheduled[] =>
  schedule.filter(
    (each) =>
      each.phase === 'measure' &&
      (line === undefined || line === each.line) &&
      (step === undefined || step === each.step),
  );

/** Minimum number of samples for a meaningful percentile: one beyond it, and a hundred above p95. */
export const samplesNeeded = (percentile: number): number => {
  if (percentile === 100) return 1;
  const wanted = (percentile > 95 ? 10_000 : 100) / (100 - percentile);
  // Floating point: the remainder of 99.9 is not exactly 0.1.
  return Math.ceil(Number(wanted.toFixed(3)));
};

/** Reason why a limit cannot be judged with the planned number of requests, with the necessary duration; undefined if it can. */
export const sampleShortage = (
  { kind, on, percentile = 100 }: Threshold,
  schedule: readonly Scheduled[],
): string | undefined => {
  const own = scheduledOn(schedule, on);
  const planned = own.reduce((sum, { count }) => sum + count, 0);
  const wanted = samplesNeeded(percentile);
  if (kind !== 'latency' || planned >= wanted || planned === 0) return undefined;
  const steps = new Map(own.map(({ step, seconds }) => [step, seconds]));
  const seconds = [...steps.values()].reduce((sum, each) => sum + each, 0);
  const needed = Math.ceil((wanted * seconds) / planned).toLocaleString('en');
  return `the p${percentile} limit of ${partName(on)} needs ${wanted.toLocaleString('en')} price requests: ${needed} s at this rate; this profile sends ${planned.toLocaleString('en')}`;
};

/** All settings that are fixed before the first price request. */
export interface RunSettings {
  readonly schedule: readonly Scheduled[];
  readonly limits: readonly Limit[];
  readonly thresholds: readonly Threshold[];
}

/** Derives them from the target's limits and the profile, or from a given schedule. */
export const runSettingsOf = (
  target: Pick<ResolvedTarget, 'load'>,
  profile: StepsProfile,
  lines: readonly Line[],
  schedule = scheduleOf(profile, lines),
): RunSettings => {
  const limits = limitsOf(target.load, profile, lines);
  return { schedule, limits, thresholds: plannedThresholds(limits) };
};
