import type { ResolvedTarget } from '../../client/target.ts';
import type { Line } from '../../spec/line.ts';
import { latencyMetric, submetric } from '../measures.ts';
import type { StepsProfile } from '../profiles/profile.ts';
import { ENOUGH } from '../measuring/quantile-sketch.ts';

/** A limit that the service has to keep (SLO). */
export interface Limit {
  readonly on: { readonly line?: Line | undefined; readonly step?: number | undefined };
  readonly p95?: number | undefined;
  readonly p99?: number | undefined;
  readonly errorRate?: number | undefined;
}

/** One threshold that k6 is given. `count` is the twin: without its samples the others would hold whatever happens. */
export interface Threshold {
  readonly metric: string;
  readonly expression: string;
  readonly kind: 'latency' | 'errors' | 'count';
  /** For people, such as `gap, p95`. */
  readonly what: string;
}

/** The limits of the target and of the profile, as far as they are about these lines. */
export const limitsOf = (
  { slo }: ResolvedTarget['load'],
  profile: Pick<StepsProfile, 'limits'>,
  lines: readonly Line[],
): readonly Limit[] => [
  ...(slo.overall === undefined ? [] : [{ on: {}, ...slo.overall }]),
  ...lines.flatMap((line) => {
    const limit = slo.lines[line];
    return limit === undefined ? [] : [{ on: { line }, ...limit }];
  }),
  ...profile.limits,
];

/** Number of price requests that are planned for what a limit is about. */
export type PlannedCount = (on: Limit['on']) => number;

const nameOf = ({ line, step }: Limit['on']): string =>
  [line ?? 'all lines', ...(step === undefined ? [] : [`step ${step}`])].join(', ');

/** Share of the planned requests that the twin asks for. */
const TWIN = 0.5;

const thresholdsOf = (limit: Limit, planned: number): Threshold[] => {
  const { on } = limit;
  const tags = {
    ...(on.line === undefined ? {} : { line: on.line }),
    phase: 'measure',
    ...(on.step === undefined ? {} : { step: String(on.step) }),
  };
  const latency = (['p95', 'p99'] as const).flatMap((name): Threshold[] => {
    const most = limit[name];
    if (most === undefined || planned < ENOUGH[name]) return [];
    const expression = `p(${name.slice(1)})<=${most}`;
    const metric = latencyMetric(tags);
    return [{ metric, expression, kind: 'latency', what: `${nameOf(on)}, ${name} in ms` }];
  });
  const errors: Threshold[] =
    limit.errorRate === undefined
      ? []
      : [
          {
            metric: submetric('http_req_failed', tags),
            expression: `rate<=${limit.errorRate}`,
            kind: 'errors',
            what: `${nameOf(on)}, share of errors`,
          },
        ];
  if (latency.length + errors.length === 0) return [];
  const twin: Threshold = {
    metric: submetric('http_reqs', tags),
    expression: `count>=${Math.max(1, Math.floor(planned * TWIN))}`,
    kind: 'count',
    what: `${nameOf(on)}, requests`,
  };
  return [...latency, ...errors, twin];
};

/** The thresholds of the limits, each latency and error limit with its count twin. */
export const plannedThresholds = (
  limits: readonly Limit[],
  planned: PlannedCount,
): readonly Threshold[] => {
  const all = limits.flatMap((limit) => thresholdsOf(limit, planned(limit.on)));
  return [...new Map(all.map((each) => [`${each.metric} ${each.expression}`, each])).values()];
};

/** Limits that this many requests cannot judge, said aloud. */
export const unjudgedLimits = (
  limits: readonly Limit[],
  planned: PlannedCount,
): readonly string[] =>
  limits.flatMap(({ on, p99 }) => {
    const count = planned(on);
    return p99 === undefined || count >= ENOUGH.p99
      ? []
      : [
          `the p99 limit of ${nameOf(on)} was not judged: it takes ${ENOUGH.p99} price requests, this profile sends ${count}`,
        ];
  });
