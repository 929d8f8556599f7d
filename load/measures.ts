import { LINES } from '../spec/line.ts';
import { ERROR_NAMES, UNANSWERED_REASONS } from './failures.ts';

/** Tags of a sample, with their possible values; a step is a number from 1. There are no others. */
export const TAGS = {
  line: LINES,
  phase: ['warm-up', 'measure', 'journey'],
  step: 'number',
  /** Reason for a missing answer. */
  reason: UNANSWERED_REASONS,
  /** Status of an error. */
  status: ERROR_NAMES,
  /** k6's own: the only tag of a dropped start. */
  scenario: 'name',
  /** k6's own: `true` for a status of 200 to 399. */
  expected_response: 'boolean',
} as const;

/** Phase of a run; only `measure` counts for limits and tables. */
export type Phase = (typeof TAGS)['phase'][number];

/** Custom metrics. */
export const METRICS = {
  /**
   * Trends, ms: price requests that opened a new connection, as the client sees them (with connecting) and as k6 counts
   * them (without); only answers below 400, and without the first connection of each virtual user, which is the
   * generator's own.
   */
  reconnected: 'assay_reconnected',
  withoutConnection: 'assay_without_connection',
  /** Counter: connections that a virtual user reopened. */
  connections: 'assay_new_connections',
  /** Counter: answers that were submitted to the oracles for full judgement. */
  judged: 'assay_judged',
  /** Counter: answers of 400 or above. */
  errors: 'assay_errors',
  /** Counter: answers without an error that differ from their draft's before the load. */
  unlike: 'assay_unlike',
  /** Counter: requests without an answer. */
  unanswered: 'assay_unanswered',
  /** Trend, ms: a whole journey, from draft to contract. */
  journey: 'assay_journey',
  /** Gauge, milliseconds since the epoch: when this instance of k6 began. */
  start: 'assay_start',
  /** Counter: journeys that were started, and that were completed. */
  begun: 'assay_begun',
  walked: 'assay_walked',
} as const;

/** Values of some tags. */
export type Tags = Readonly<Partial<Record<keyof typeof TAGS, string>>>;

/** `http_req_failed{line:gap,phase:measure}`; the tags in the order of the table. */
export const submetric = (metric: string, tags: Tags): string => {
  const names = Object.keys(TAGS) as (keyof typeof TAGS)[];
  const pairs = names.filter((name) => tags[name] !== undefined);
  return pairs.length === 0
    ? metric
    : `${metric}{${pairs.map((name) => `${name}:${tags[name]}`).join(',')}}`;
};

/** The latency of answers without an error, in three parts: a quick refusal is not a fast answer. */
export const latencyMetrics = (tags: Tags) => ({
  all: submetric('http_req_duration', { ...tags, expected_response: 'true' }),
  without: submetric(METRICS.withoutConnection, tags),
  reconnected: submetric(METRICS.reconnected, tags),
});
