import { LINES } from '../spec/line.ts';
import { ERROR_NAMES, UNANSWERED_REASONS } from './failures.ts';

/** What a sample may be tagged with, and the values that it may have; a step is a number from 1. Nothing else is a tag. */
export const TAGS = {
  line: LINES,
  phase: ['warm-up', 'measure', 'journey'],
  step: 'number',
  /** Why there was no answer. */
  reason: UNANSWERED_REASONS,
  /** Which error was answered. */
  status: ERROR_NAMES,
  /** Of k6 itself: the only tag that a dropped start carries. */
  scenario: 'name',
  /** Of k6 itself: `true` where the status is 200 to 399. */
  expected_response: 'boolean',
} as const;

/** What part of a run a request belongs to; only `measure` counts for limits and tables. */
export type Phase = (typeof TAGS)['phase'][number];

/** The metrics of our own. */
export const METRICS = {
  /**
   * Trends, ms: price requests that took a new connection, with it, as their client sees them, and without it, as k6 counts them;
   * only of answers below 400, and without the first connection of each virtual user, which is the generator's own.
   */
  reconnected: 'assay_reconnected',
  withoutConnection: 'assay_without_connection',
  /** Counter: connections that a virtual user opened anew, though it had had one. */
  connections: 'assay_new_connections',
  /** Counter: answers that the oracles were given to be judged in full. */
  judged: 'assay_judged',
  /** Counter: answers of 400 or above. */
  errors: 'assay_errors',
  /** Counter: answers without an error that are unlike the one of their draft at rest. */
  unlike: 'assay_unlike',
  /** Counter: requests that had no answer. */
  unanswered: 'assay_unanswered',
  /** Trend, ms: a whole journey, from draft to contract. */
  journey: 'assay_journey',
  /** Gauge, milliseconds since the epoch: when this instance of k6 began. */
  start: 'assay_start',
  /** Counter: journeys that were begun, and those that came to their end. */
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

/** The latency of what was answered without an error, in three parts: what was refused in no time is no fast answer. */
export const latencyMetrics = (tags: Tags) => ({
  all: submetric('http_req_duration', { ...tags, expected_response: 'true' }),
  without: submetric(METRICS.withoutConnection, tags),
  reconnected: submetric(METRICS.reconnected, tags),
});
