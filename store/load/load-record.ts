import { z } from 'zod';
import { EXIT } from '../../oracles/exit-code.ts';
import { LINES } from '../../spec/line.ts';
import { writeAtomically } from '../atomic-write.ts';
import { recordValidator, readJsonFile } from '../record-validator.ts';

const count = z.int().min(0);
const ms = z.number().min(0);
const text = z.string();

/** Schema of a distribution. */
const sketch = z
  .object({
    count,
    mean: ms,
    points: z
      .array(ms)
      .length(112)
      .describe('Minimum, p1 to p99, p99.1 to p99.9, p99.95, p99.99, maximum.'),
  })
  .describe('Quantile sketch in milliseconds; sketches of several generators can be merged.');

/** Schemas of the price requests of a part of the load in load.json. */
const series = {
  planned: count.describe('Planned price requests.'),
  dropped: count.describe(
    'Planned price requests that were not sent, since no virtual user was free.',
  ),
  requests: count,
  wantedRate: z.number().describe('A second.'),
  rate: z.number().describe('Actual rate per second.'),
  errors: count.describe('Answers of 400 or above, and missing answers.'),
  unanswered: z
    .record(text, count)
    .describe('Missing answers by reason, such as `connection refused`.'),
  connections: count
    .optional()
    .describe('New connections, without the first of each virtual user.'),
  judged: count.describe('Answers that were judged in full.'),
  wrong: count.describe('Answers in which a judge found a fault.'),
  p50: ms
    .nullable()
    .describe(
      'Latency of answers below 400, including connection and TLS set-up, like the following ones.',
    ),
  p95: ms.nullable(),
  p99: ms.nullable().describe('Null below 10,000 price requests: too few for this percentile.'),
  p999: ms.nullable().describe('Null below 100,000 price requests: too few for this percentile.'),
  max: ms.nullable(),
  sketch: sketch.nullable(),
};

/** Schema of the pace from which the virtual users of a line were calculated. */
const pace = z
  .number()
  .optional()
  .describe('Latency in seconds up to which there were enough virtual users.');

/** Target of a load run. */
export const targetShape = {
  name: text,
  chosenAs: text.optional().describe('The chosen target in a file of several.'),
  base_url: text,
  gap_base_url: text,
  insecure: z.literal(true).optional().describe('TLS certificates were not verified.'),
};

/** k6, profile and tags of a load run. */
export const k6Shape = { version: text, origin: text, why: text };
/** Keys of the profile in a record. */
export const profileShape = {
  name: text,
  description: text.optional(),
  kind: z.enum(['steps', 'capacity']),
};
/** Schema of custom tags. */
export const tagsSchema = z
  .record(text, text)
  .optional()
  .describe('Tags of the caller (--tag, or tags of the profile).');

/** Schema of a comparison with a second build that received the same load in turns. */
export const againstSchema = z.object({
  target: z.object(targetShape).describe('The candidate; the baseline is the target of the run.'),
  folder: text.describe('The run of the candidate by itself, below the folder of the run.'),
  verdict: z
    .object({
      baseline: text,
      candidate: text,
    })
    .describe('Verdict on each build alone: limits, wrong answers, validity.'),
  blocks: z.int().min(0).describe('Number of blocks of each build, in the order A B B A.'),
  seconds: z.number().describe('Duration of the shortest block.'),
  tolerance: z.number().describe('Tolerated slowdown of the candidate, as a share.'),
  confidence: z.number().describe('Confidence with which all intervals hold at once.'),
  ratios: z.array(
    z.object({
      line: z.enum(LINES),
      percentile: z.number(),
      baseline: ms.describe('Geometric mean over the blocks, in milliseconds.'),
      candidate: ms,
      ratio: ms.describe('Candidate / baseline; above 1 the candidate is slower.'),
      least: ms.describe('Bounds of the interval.'),
      most: ms,
      verdict: z.enum(['slower', 'faster', 'none', 'undecided']),
      shown: text.describe('The ratio with its interval.'),
      said: text.describe('The verdict in words.'),
      sentence: text,
      pairs: z
        .array(z.object({ baseline: ms, candidate: ms }))
        .describe('Milliseconds of each block and its neighbour.'),
    }),
  ),
});

/** Comparison of two builds in the record of a load run. */
export type AgainstRecord = z.output<typeof againstSchema>;

const fact = z.object({
  name: text,
  value: z.number().nullable().describe('Null: not reported by this platform.'),
  limit: z.number(),
  least: z.literal(true).optional(),
  unit: text,
  ok: z.boolean(),
  shown: text.describe('The value with its unit.'),
  wanted: text,
});

const verdict = z.enum(['PASS', 'FAIL', 'INVALID', 'INCONCLUSIVE', 'ERROR']);

/** Schema of load.json, from which its type is derived. The warm-up is excluded everywhere. */
export const loadRecordSchema = z.object({
  schema: z.literal(2, { error: 'this Assay reads and writes schema 2' }),
  runId: text,
  assay: text,
  k6: z.object(k6Shape),
  target: z.object(targetShape),
  profile: z.object(profileShape),
  tags: tagsSchema,
  seed: z.int(),
  log: text.optional().describe('File with the log of k6; absent: the log is empty.'),
  instances: z
    .int()
    .min(2)
    .optional()
    .describe('Number of k6 instances that shared the load. Default: one.'),
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime(),
  verdict,
  exitCode: z.literal(Object.values(EXIT)),
  stopped: text.nullable().describe('Reason why the run was stopped early; null: it was not.'),
  reasons: z.array(text),
  notes: z.array(text),
  lines: z.array(
    z.object({
      line: z.enum(LINES),
      ...series,
      pace,
    }),
  ),
  steps: z
    .array(z.object({ step: z.int().min(1), ...series }))
    .describe('Empty if there is only one plateau.'),
  parts: z
    .array(z.object({ line: z.enum(LINES), step: z.int().min(1), ...series }))
    .optional()
    .describe('Each line in each step, for nights with several steps.'),
  overall: sketch.nullable(),
  capacity: z
    .object({
      held: z.number().nullable().describe('The highest rate per second that held.'),
      failed: z.number().nullable().describe('The lowest rate that did not hold; null: none.'),
      plateaus: z.array(
        z.object({
          rate: z.number(),
          held: z.boolean(),
          reasons: z.array(text),
          p95: ms.nullable(),
        }),
      ),
    })
    .nullable(),
  journeys: z.object({ begun: count, ended: count, p50: ms.nullable(), p95: ms.nullable() }),
  thresholds: z.array(
    z.object({
      what: text,
      metric: text,
      expression: text,
      kind: z
        .enum(['latency', 'errors', 'connections', 'count'])
        .describe('count: only in runs of Assay 0.1 or older.'),
      ok: z.boolean(),
      actual: z.number().nullable(),
      open: z
        .object({ why: text, text })
        .optional()
        .describe('Reason why the limit could not be judged. Default: it was judged.'),
    }),
  ),
  wrong: z.array(
    z.object({
      requirement: text,
      operation: text,
      count,
      wanted: text,
      got: text,
      steps: z.array(z.int()),
      exchanges: z.array(z.int()).describe('Numbers of the first of them in exchanges.jsonl.'),
    }),
  ),
  validity: z.array(fact),
  calibration: z
    .object({
      seconds: z.number(),
      rate: z.number(),
      requests: count,
      p95: ms,
      p99: ms,
      stubP95: ms,
      stubP99: ms,
      shareOfP95: ms,
      shareOfP99: ms,
    })
    .nullable()
    .describe('Overhead of the generator in a latency, measured against a stub, in milliseconds.'),
  health: z
    .array(
      z.object({
        at: z.number(),
        cpu: z.number().nullable(),
        steal: z.number().nullable(),
        others: z
          .number()
          .nullable()
          .optional()
          .describe('CPU use of other processes, of all cores.'),
        pressure: z
          .number()
          .nullable()
          .optional()
          .describe('Share of the time with tasks waiting for a CPU.'),
        queue: z.number().nullable().optional().describe('Runnable tasks per core.'),
        memory: z.number().nullable(),
        throttled: z.number().nullable(),
        segments: z.number().nullable(),
        retransmits: z.number().nullable(),
      }),
    )
    .describe('Health of the generator, sampled once per second.'),
  trends: z
    .array(
      z.object({
        line: z.enum(LINES),
        step: z.int(),
        seconds: z.number(),
        from: ms,
        to: z.number(),
        slope: z.number().describe('Milliseconds a second.'),
        least: z.number().describe('99 % confidence interval of the slope.'),
        most: z.number(),
      }),
    )
    .optional()
    .describe('Trend of the p50 of each line within each step (Theil-Sen).'),
  stalls: z
    .array(z.object({ at: z.number(), ms, line: z.enum(LINES).nullable() }))
    .optional()
    .describe('Periods without any answer although requests had been sent; null: over all lines.'),
  against: againstSchema
    .optional()
    .describe('Only with --against: the figures of the run itself are those of the baseline.'),
  points: z
    .array(
      z.object({
        at: z.number(),
        line: z.enum(LINES),
        ms: ms.nullable(),
        step: z.int(),
        status: z.int(),
      }),
    )
    .describe('A systematic sample of the price requests, for charts; null and 0: no answer.'),
});

/** Record of a load run: load.json. */
export type LoadRecord = z.output<typeof loadRecordSchema>;
/** One row of its table. */
export type LoadSeries = Omit<LoadRecord['lines'][number], 'line'>;

const checked = recordValidator(loadRecordSchema, 'the record of a load run');

/** Writes load.json atomically. Throws if the record does not match its schema. */
export const writeLoadRecord = (path: string, record: LoadRecord): void =>
  writeAtomically(path, `${JSON.stringify(checked(path, record))}\n`);

/** Reads load.json. Throws if it is missing, truncated, or does not match its schema. */
export const readLoadRecord = (path: string): LoadRecord => checked(path, readJsonFile(path));
