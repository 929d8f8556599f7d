import { z } from 'zod';
import { LINES } from '../../spec/line.ts';

/** Measures judged for every series: latencies in milliseconds, and the error rate. */
export const MEASURES = ['p50', 'p95', 'p99', 'errorRate'] as const;

export type Measure = (typeof MEASURES)[number];

/** Minimum number of price requests for a reliable percentile. */
const ENOUGH: Readonly<Record<Measure, number>> = { p50: 1, p95: 1, p99: 10_000, errorRate: 1 };

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
  if (sketch === null || sketch.count < ENOUGH[measure]) return undefined;
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
    .describe('suspicious: an outcome follows; ongoing: an alarm that an earlier night opened.'),
  median: value.nullable().describe('Of the nights before; null while there are too few.'),
  limit: value.nullable().describe('Above it the value is suspicious.'),
  smallest: value
    .nullable()
    .describe('The smallest change that this series can show, as a share of its median.'),
  drift: z
    .literal(true)
    .optional()
    .describe('Median and limit are those of the level that was accepted; it crept away from it.'),
  since: name.optional().describe('Of an ongoing alarm: the run that opened it.'),
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
    address: text.describe('Of this line; empty for the embedded service, whose port is new.'),
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
    .describe('Versions and digests; where one changes, a new series begins.'),
  machine: text.describe('The generator, for people.'),
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
  verdict: z.enum(['PASS', 'FAIL', 'INVALID']).describe('Of the load run, without the history.'),
  reasons: z.array(text).max(12).describe('Why it is no PASS.'),
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
        values: z.array(value).describe('Of each confirming run.'),
        confirmed: z.boolean(),
      }),
    ),
  })
  .describe('What the later blocks of runs made of the suspicions of a night.');

const accepted = z
  .strictObject({ ...common, kind: z.literal('accepted'), series: name, reason: name })
  .describe('A person takes the level since the open alarm for the new one.');

const moved = z
  .strictObject({
    ...common,
    kind: z.literal('moved'),
    series: name,
    from: name,
    to: name,
    reason: name,
  })
  .describe('A person says that the service of the nights before, at `from`, is the one at `to`.');

/** Schema of a line of the history; the file is append-only JSON Lines. */
export const historyLineSchema = z.discriminatedUnion('kind', [night, outcome, accepted, moved]);

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
