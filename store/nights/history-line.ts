import { z } from 'zod';
import { LINES } from '../../spec/line.ts';

/** Measures judged for every series: latencies in milliseconds, and the error rate. */
export const MEASURES = ['p50', 'p95', 'p99', 'errorRate'] as const;

/** Name of a measure, such as `p95`. */
export type Measure = (typeof MEASURES)[number];

/** Minimum number of price requests for a reliable percentile. */
const MIN_REQUESTS: Readonly<Record<Measure, number>> = {
  p50: 1,
  p95: 1,
  p99: 10_000,
  errorRate: 1,
};

const POINT = { p50: 50, p95: 95, p99: 99 } as const;

/** Source of the measures. */
export interface Measurable {
  readonly counts: { readonly requests: number; readonly errors: number };
  readonly sketch: { readonly count: number; readonly points: readonly number[] } | null;
}

/** A measure of a night; undefined if there were too few requests for it. */
export const measureOf = ({ counts, sketch }: Measurable, measure: Measure): number | undefined => {
  if (measure === 'errorRate')
    return counts.requests === 0 ? undefined : counts.errors / counts.requests;
  if (sketch === null || sketch.count < MIN_REQUESTS[measure]) return undefined;
  return sketch.points[POINT[measure]];
};

/** Schema version of a line; readers reject newer ones. */
export const HISTORY_SCHEMA = 1;

const count = z.int().min(0);
const text = z.string();
const name = text.min(1);
const value = z.number().min(0);
const common = { schema: z.literal(HISTORY_SCHEMA), at: z.iso.datetime() };

const judged = z.strictObject({
  measure: z.enum(MEASURES),
  value,
  state: z
    .enum(['learning', 'calm', 'suspicious', 'ongoing'])
    .describe(
      'suspicious: an outcome line follows; ongoing: an alarm of an earlier night is still open.',
    ),
  median: value.nullable().describe('Median of the nights before; null while there are too few.'),
  limit: value.nullable().describe('Values above it are suspicious.'),
  smallest: value
    .nullable()
    .describe('Smallest detectable change of this series, as a share of its median.'),
  drift: z
    .literal(true)
    .optional()
    .describe('Median and limit are those of the accepted level, from which the series drifted.'),
  since: name.optional().describe('The run that opened an ongoing alarm.'),
});

const night = z.strictObject({
  ...common,
  kind: z.literal('night'),
  runId: name,
  series: name.describe('Line, step and profile: `travel 1 load`.'),
  line: z.enum(LINES),
  step: z.int().min(1),
  profile: name,
  target: z.strictObject({
    name,
    address: text.describe(
      'Address of this line; empty for the embedded service, whose port changes.',
    ),
    build: text.nullable().describe('The build of the service; null if it is unknown.'),
  }),
  assay: name,
  basis: z
    .strictObject({
      k6: name,
      script: name,
      profile: name,
      data: name,
      machine: name,
    })
    .describe('Versions and digests; if one changes, a new series begins.'),
  machine: text.describe('Description of the generator.'),
  counts: z.strictObject({
    planned: count,
    requests: count,
    dropped: count,
    errors: count,
    judged: count,
    wrong: count,
  }),
  sketch: z
    .strictObject({ count, mean: value, points: z.array(value).length(112) })
    .nullable()
    .describe('Milliseconds: minimum, p1 to p99, p99.1 to p99.9, p99.95, p99.99, maximum.'),
  verdict: z
    .enum(['PASS', 'FAIL', 'INVALID'])
    .describe('Verdict of the load run, without the history.'),
  reasons: z.array(text).max(12).describe('Reasons why it is not a PASS.'),
  judged: z.array(judged).max(MEASURES.length),
});

const outcome = z
  .strictObject({
    ...common,
    kind: z.literal('outcome'),
    runId: name,
    series: name,
    measures: z.array(
      z.strictObject({
        measure: z.enum(MEASURES),
        values: z.array(value).describe('Values of the confirming runs.'),
        confirmed: z.boolean(),
      }),
    ),
  })
  .describe('Results of the confirming runs for the suspicions of a night.');

const accepted = z
  .strictObject({ ...common, kind: z.literal('accepted'), series: name, reason: name })
  .describe('A person accepts the level since the open alarm as the new one.');

const moved = z
  .strictObject({
    ...common,
    kind: z.literal('moved'),
    series: name,
    from: name,
    to: name,
    reason: name,
  })
  .describe(
    'A person states that the service at `from`, of the nights before, is the one at `to`.',
  );

/** Schema of a line of the history; the file is append-only JSON Lines. */
export const historyLineSchema = z.discriminatedUnion('kind', [night, outcome, accepted, moved]);

/** A line of the history. */
export type HistoryLine = z.output<typeof historyLineSchema>;
/** Measurements of one night for one series. */
export type NightLine = z.output<typeof night>;
/** A move of a service, as declared by its user. */
export type MovedLine = z.output<typeof moved>;
/** Outcome of a night's suspected regressions. */
export type OutcomeLine = z.output<typeof outcome>;
/** A measure of a night compared with earlier nights. */
export type JudgedMeasure = z.output<typeof judged>;

/** JSON Schema of a line of the history. */
export const historyJsonSchema = (): object => ({
  title: 'A line of the history of nights that assay nightly keeps',
  ...z.toJSONSchema(historyLineSchema),
});
