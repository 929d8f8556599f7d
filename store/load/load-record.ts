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
  .describe('Milliseconds. Sketches of several generators can be merged.');

/** Schemas of the price requests of a part of the load in load.json. */
const series = {
  planned: count.describe('Price requests that were to be sent.'),
  dropped: count.describe('Those that were not, for want of a free virtual user.'),
  requests: count,
  wantedRate: z.number().describe('A second.'),
  rate: z.number().describe('A second, as sent.'),
  errors: count.describe('Answers of 400 or above, and none at all.'),
  unanswered: z
    .record(text, count)
    .describe('Of these the ones without any answer, by reason: `connection refused`.'),
  connections: count
    .optional()
    .describe('Connections that were opened anew, but for the first of each virtual user.'),
  judged: count.describe('Answers that the oracles looked at in full.'),
  wrong: count.describe('Answers in which an oracle found a fault.'),
  p50: ms
    .nullable()
    .describe('Of the answers below 400, with connecting and TLS, like all that follow.'),
  p95: ms.nullable(),
  p99: ms.nullable().describe('Null below 10,000 price requests: chance would decide.'),
  p999: ms.nullable().describe('Null below 100,000 price requests.'),
  max: ms.nullable(),
  sketch: sketch.nullable(),
};

/** Schema of the pace from which the virtual users of a line were calculated. */
const pace = z
  .number()
  .optional()
  .describe('Seconds of an answer for which there were virtual users enough.');

/** Target of a load run. */
export const targetShape = {
  name: text,
  chosenAs: text.optional().describe('Of several targets in a file the chosen one.'),
  base_url: text,
  gap_base_url: text,
  insecure: z.literal(true).optional().describe('No certificate was verified.'),
};

/** k6, profile and tags of a load run. */
export const k6Shape = { version: text, origin: text, why: text };
export const profileShape = {
  name: text,
  description: text.optional(),
  kind: z.enum(['steps', 'capacity']),
};
export const tagsSchema = z
  .record(text, text)
  .optional()
  .describe('Of the caller (--tag, or of the profile).');

/** Schema of a comparison with a second build that received the same load in turns. */
export const againstSchema = z.object({
  target: z.object(targetShape).describe('The candidate; the baseline is the target of the run.'),
  folder: text.describe('The run of the candidate by itself, below the folder of the run.'),
  verdict: z
    .object({
      baseline: text,
      candidate: text,
    })
    .describe('What each build came to by itself: limits, wrong answers, validity.'),
  blocks: z.int().min(0).describe('Of each build; they took turns A B B A.'),
  seconds: z.number().describe('Of the shortest block.'),
  tolerance: z.number().describe('Share by which the candidate may be slower.'),
  confidence: z.number().describe('With which all intervals together hold.'),
  ratios: z.array(
    z.object({
      line: z.enum(LINES),
      percentile: z.number(),
      baseline: ms.describe('Milliseconds: the geometric mean over the blocks.'),
      candidate: ms,
      ratio: ms.describe('Candidate / baseline: above 1 the candidate is slower.'),
      least: ms.describe('Of its interval.'),
      most: ms,
      verdict: z.enum(['slower', 'faster', 'none', 'undecided']),
      shown: text.describe('The ratio with its interval.'),
      said: text.describe('The verdict in words.'),
      sentence: text,
      pairs: z
        .array(z.object({ baseline: ms, candidate: ms }))
        .describe('Milliseconds of each block and the one beside it.'),
    }),
  ),
});

/** Comparison of two builds in the record of a load run. */
export type AgainstRecord = z.output<typeof againstSchema>;

const fact = z.object({
  name: text,
  value: z.number().nullable().describe('Null: this platform does not tell.'),
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
  log: text.optional().describe('File of the folder with the log of k6; absent: it is empty.'),
  instances: z
    .int()
    .min(2)
    .optional()
    .describe('So many instances of k6 shared the load; left out: one sent it all.'),
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime(),
  verdict,
  exitCode: z.literal(Object.values(EXIT)),
  stopped: text.nullable().describe('Why the run was stopped before its end; null: it was not.'),
  reasons: z.array(text),
  notes: z.array(text),
  lines: z.array(
    z.object({
      line: z.enum(LINES),
      ...series,
      pace,
    }),
  ),
  steps: z.array(z.object({ step: z.int().min(1), ...series })).describe('Empty for one plateau.'),
  parts: z
    .array(z.object({ line: z.enum(LINES), step: z.int().min(1), ...series }))
    .optional()
    .describe('Each line in each step, of a night of several steps.'),
  overall: sketch.nullable(),
  capacity: z
    .object({
      held: z.number().nullable().describe('The highest rate that held, a second.'),
      failed: z.number().nullable().describe('The lowest that did not; null: none.'),
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
        .describe('count: of a run of Assay 0.1 or older.'),
      ok: z.boolean(),
      actual: z.number().nullable(),
      open: z
        .object({ why: text, text })
        .optional()
        .describe('Why nobody can tell if it held; left out: it was kept or missed.'),
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
      exchanges: z.array(z.int()).describe('Numbers of the first ones in exchanges.jsonl.'),
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
    .describe("The generator's own part of a latency, against a stub. Milliseconds."),
  health: z
    .array(
      z.object({
        at: z.number(),
        cpu: z.number().nullable(),
        steal: z.number().nullable(),
        others: z.number().nullable().optional().describe('CPU of other processes, of all cores.'),
        pressure: z
          .number()
          .nullable()
          .optional()
          .describe('Share of the time in which some task waited for a CPU.'),
        queue: z.number().nullable().optional().describe('Tasks that ran or could, per core.'),
        memory: z.number().nullable(),
        throttled: z.number().nullable(),
        segments: z.number().nullable(),
        retransmits: z.number().nullable(),
      }),
    )
    .describe('The generator, once a second.'),
  trends: z
    .array(
      z.object({
        line: z.enum(LINES),
        step: z.int(),
        seconds: z.number(),
        from: ms,
        to: z.number(),
        slope: z.number().describe('Milliseconds a second.'),
        least: z.number().describe('Of the slope: an interval of 99 %.'),
        most: z.number(),
      }),
    )
    .optional()
    .describe('How the p50 of each line moved within each step (Theil-Sen).'),
  stalls: z
    .array(z.object({ at: z.number(), ms, line: z.enum(LINES).nullable() }))
    .optional()
    .describe('Times in which no answer ended although requests were begun; null: of any line.'),
  against: againstSchema
    .optional()
    .describe('Of a run with --against: the figures of the run itself are those of the baseline.'),
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
    .describe('A regular sample of the price requests, for charts; null and 0: no answer.'),
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
