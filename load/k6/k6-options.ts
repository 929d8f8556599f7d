import { NEUTRAL_AGENT } from '../../client/http/build-request.ts';
import type { Line } from '../../spec/line.ts';
import { metricsOf, percentilesOf, type Threshold } from '../verdict/limits.ts';
import { latencyMetrics, METRICS, submetric, type Tags } from '../measures.ts';
import { SCENARIO } from '../plan.ts';
import { FINE_STATISTICS } from '../measuring/quantile-sketch.ts';
import {
  blocksIn,
  durationOf,
  highestRateOf,
  type Scheduled,
  integerRate,
} from '../measuring/schedule.ts';
import { ERROR_NAMES, UNANSWERED_REASONS } from '../failures.ts';

/** Virtual users for a rate per second if the p99 of price requests is this many seconds (k6's own rule, plus half). */
export const virtualUsersFor = (rate: number, seconds: number): number =>
  Math.ceil(rate * seconds * 1.5) + 10;

/** Input for the options. */
export interface OptionsOrder {
  readonly schedule: readonly Scheduled[];
  readonly lines: readonly Line[];
  readonly thresholds: readonly Threshold[];
  /** The p99 of a line's price requests in seconds, as far as known. */
  readonly pace: (line: Line) => number;
  /** Virtual users of each line and step; default: by its p99. */
  readonly users?: number | undefined;
  /** True if each line is measured in each step, too. */
  readonly parts?: boolean | undefined;
  /** Seconds between two calls of a journey; default: none. */
  readonly thinkTime?: number | undefined;
  /** Journeys per second; 0: none. */
  readonly journeys: number;
  /** Timeout of an answer in milliseconds. */
  readonly deadline: number;
}

/** Assumed duration of a journey in seconds, for the number of virtual users. */
const JOURNEY = 10;
/** Maximum number of calls in a journey. */
export const LONGEST_JOURNEY = 14;

/** The k6 executor for a plateau or ramp. */
const executorOf = ({ rate, to, unit, seconds }: Scheduled): Record<string, unknown> =>
  to === undefined
    ? { executor: 'constant-arrival-rate', rate, duration: `${seconds}s`, timeUnit: `${unit}s` }
    : {
        executor: 'ramping-arrival-rate',
        startRate: rate,
        stages: [{ target: to, duration: `${seconds}s` }],
        timeUnit: `${unit}s`,
      };

const scenarioOf = (scheduled: Scheduled, order: OptionsOrder): Record<string, unknown> => {
  const { name, line, phase, step } = scheduled;
  const users = order.users ?? virtualUsersFor(highestRateOf(scheduled), order.pace(line));
  return {
    ...executorOf(scheduled),
    exec: 'priceRequest',
    env: { [SCENARIO]: name },
    startTime: `${scheduled.start}s`,
    preAllocatedVUs: users,
    // Creating virtual users during the run costs CPU and delays starts.
    maxVUs: users,
    gracefulStop: `${scheduled.grace ?? Math.ceil(order.deadline / 1000) + 1}s`,
    tags: { line, phase, step: String(step) },
  };
};

const journeyScenario = (order: OptionsOrder): Record<string, unknown> => {
  const { rate, unit } = integerRate(order.journeys);
  const thinking = (order.thinkTime ?? 0) * LONGEST_JOURNEY;
  const users = virtualUsersFor(order.journeys, JOURNEY + thinking);
  return {
    executor: 'constant-arrival-rate',
    exec: 'journey',
    duration: `${durationOf(order.schedule)}s`,
    rate,
    timeUnit: `${unit}s`,
    preAllocatedVUs: users,
    maxVUs: users,
    gracefulStop: `${30 + Math.ceil(thinking)}s`,
    tags: { phase: 'journey' },
  };
};

/** Sub-metrics that are needed beside the limits: an empty list makes k6 keep one. Every one costs CPU on every sample. */
const watched = ({ lines, schedule, parts, thresholds }: OptionsOrder): readonly string[] => {
  const measured = schedule.filter(({ phase }) => phase === 'measure');
  const steps = [...new Set(measured.map(({ step }) => step))];
  const of = (tags: Tags): string[] => [
    ...Object.values(latencyMetrics(tags)),
    submetric('http_req_failed', tags),
    submetric(METRICS.connections, tags),
    submetric(METRICS.judged, tags),
    ...UNANSWERED_REASONS.map((reason) => submetric(METRICS.unanswered, { ...tags, reason })),
    ...ERROR_NAMES.map((status) => submetric(METRICS.errors, { ...tags, status })),
  ];
  return [
    ...Object.values(latencyMetrics({ phase: 'measure' })),
    ...thresholds.flatMap((each) => Object.values(metricsOf(each.on))),
    ...schedule.map(({ name }) => submetric('dropped_iterations', { scenario: name })),
    // Read only if there were errors: counts the answers that had to be judged.
    ...measured.flatMap(({ line, step }) =>
      [METRICS.errors, METRICS.unanswered].map((metric) =>
        submetric(metric, { line, phase: 'measure', step: String(step) }),
      ),
    ),
    ...blocksIn(schedule).flatMap(({ name }) => Object.values(latencyMetrics({ scenario: name }))),
    ...lines.flatMap((line) => of({ line, phase: 'measure' })),
    ...(steps.length > 1 ? steps : []).flatMap((step) => [
      ...of({ phase: 'measure', step: String(step) }),
      ...(parts ? lines : []).flatMap((line) => of({ line, phase: 'measure', step: String(step) })),
    ]),
  ];
};

/** k6's options: one scenario for each line and plateau, in an open model, and one for the journeys. */
export const k6Options = (order: OptionsOrder): Readonly<Record<string, unknown>> => {
  const asked = percentilesOf(order.thresholds).map((percentile) => `p(${percentile})`);
  const scenarios = Object.fromEntries(
    order.schedule.map((scheduled) => [scheduled.name, scenarioOf(scheduled, order)]),
  );
  return {
    scenarios: order.journeys > 0 ? { ...scenarios, journey: journeyScenario(order) } : scenarios,
    thresholds: Object.fromEntries(watched(order).map((metric) => [metric, []])),
    summaryTrendStats: [...new Set([...FINE_STATISTICS, ...asked])],
    // Other system tags are not needed.
    systemTags: ['scenario', 'expected_response'],
    // Every request of the scripts sets its own.
    userAgent: NEUTRAL_AGENT,
    // A redirect is an answer, judged like any other.
    maxRedirects: 0,
  };
};
