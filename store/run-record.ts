import { existsSync } from 'node:fs';
import { z } from 'zod';
import { EXIT } from '../oracles/exit-code.ts';
import { type CellVerdict, VERDICTS, type Verdict } from '../oracles/finding.ts';
import { WAIVER_STATES } from '../oracles/waive.ts';
import { type Exchange, isUnread, UNREAD, type UnreadCode } from '../spec/exchange.ts';
import { LINES } from '../spec/line.ts';
import { OPERATIONS, type OperationId } from '../spec/operations.ts';
import { CHALLENGE_FORM } from './certificate/challenge.ts';
import type { OperationCounts } from './operation-counts.ts';
import { conductingProcessSchema } from './conducting-process.ts';
import type { RunFolder } from './run-folder.ts';
import { recordValidator, readJsonFile } from './record-validator.ts';
import { writeAtomically } from './atomic-write.ts';

const count = z.int().min(0);
const operationIds = OPERATIONS.map((row) => row.id) as [OperationId, ...OperationId[]];

const UNREAD_CODES = Object.values(UNREAD);

const patterns = z.array(z.string().min(1)).nullable();

const waiver = z.strictObject({
  requirement: z.string().describe('An id or a pattern.'),
  operation: z.string().describe('An id or a pattern.'),
  reason: z.string(),
  owner: z.string(),
  expires: z.iso.date(),
  release: z
    .string()
    .optional()
    .describe(
      'Release that added the cells, whose fails are only observed until then. Default: a waiver of the file.',
    ),
});

const judgedWaiver = waiver.extend({
  state: z
    .enum(WAIVER_STATES)
    .describe('State of the waiver; open: not all cells that it names were judged.'),
});

const operationCount = z.strictObject({
  requests: count.describe(
    'Number of legal requests, without repetitions that the service asked for.',
  ),
  successes: count.describe('Those that finally succeeded.'),
  failed: count.describe('Failed cells.'),
});

const milliseconds = z.number().nonnegative();

const operationLatency = z.strictObject({
  answers: count,
  p50: milliseconds.describe('Median in milliseconds.'),
  p95: milliseconds.describe('95th percentile in milliseconds.'),
});

/** Settings outside Assay, in run.json of any run. */
export const environmentRecord = z
  .array(
    z.strictObject({
      name: z.string().min(1).describe('Name of a variable or Node flag, without its value.'),
      effect: z
        .enum(['recorded', 'said', 'uncertified', 'insecure'])
        .describe('uncertified, insecure: no certificate was granted.'),
    }),
  )
  .describe(
    'Variables of Node, OpenSSL and the system that change what is trusted or loaded. Default: none.',
  );

/** Facts known when a run starts. */
const start = {
  command: z.string().min(1).describe('Such as certify.'),
  assay: z.string().min(1).describe('Version of Assay.'),
  node: z.string().min(1).describe('Version of Node, such as v24.21.0.'),
  k6: z.string().min(1).nullable().describe('Version of k6; null if the run sent no load.'),
  startedAt: z.iso.datetime(),
  clock: z
    .literal('given')
    .optional()
    .describe('The clock was set (--clock). Default: the clock of the machine.'),
  seed: z.int().describe('Seed of all random data of the run.'),
  challenge: z
    .string()
    .regex(CHALLENGE_FORM)
    .optional()
    .describe('The nonce of a recipient, from which the seed derives.'),
  today: z.iso.date().describe('The current date of the run.'),
  lines: z.array(z.enum(LINES)).min(1),
  selection: z.strictObject({
    requirements: patterns.describe('Patterns of the requirements selected; null: all.'),
    operations: patterns.describe('Patterns of the operations selected; null: all.'),
    cells: z
      .array(z.string().min(1))
      .optional()
      .describe(
        'Ids of the only cells judged (--only-failed). Default: all that the patterns select.',
      ),
  }),
  runs: z.partialRecord(z.enum(LINES), count).describe('Journeys a line.'),
  thorough: z.boolean().describe('Whether every variant of a probe was sent, not only one.'),
  targetFile: z
    .string()
    .min(1)
    .nullable()
    .describe('Absolute path of the target file; null if there was none.'),
  embedded: z
    .strictObject({ dialect: z.string().min(1).nullable(), faults: z.array(z.string().min(1)) })
    .nullable()
    .describe('The embedded service that was judged; null if it was another service.'),
  target: z.record(z.string(), z.json()).describe('The target, without its secrets.'),
  environment: environmentRecord.optional(),
} as const;

const runStartSchema = z.strictObject({
  state: z.literal('running').describe('The run is still running, or was killed: see its process.'),
  process: conductingProcessSchema,
  ...start,
  waivers: z.array(waiver).describe('Every waiver given.'),
});

const runEndSchema = z.strictObject({
  state: z
    .enum(['finished', 'partial'])
    .describe(
      'finished: concluded by the run itself; partial: concluded from the records of a killed run.',
    ),
  ...start,
  endedAt: z.iso.datetime(),
  duration: count.describe('Milliseconds, on a monotonic clock.'),
  probes: z
    .strictObject({
      count: count.describe('Number of planned probes.'),
      hash: z
        .string()
        .regex(/^[0-9a-f]{8}$/)
        .describe('Digest of their names and data; equal for equal plans.'),
    })
    .nullable()
    .describe('The planned probes; null if the run ended before it planned them.'),
  stopped: z
    .string()
    .min(1)
    .nullable()
    .describe('Reason why the run was stopped early; null if it was not.'),
  waivers: z.array(judgedWaiver).describe('All waivers, with their states.'),
  exitCode: z.literal(Object.values(EXIT)),
  verdicts: z.record(z.enum(VERDICTS), count).describe('Cells by verdict.'),
  operations: z.partialRecord(z.enum(operationIds), operationCount),
  latency: z
    .partialRecord(z.enum(operationIds), operationLatency)
    .optional()
    .describe('Latency of the answers, by operation. Default: not recorded.'),
  unread: z
    .partialRecord(z.enum(UNREAD_CODES), count)
    .optional()
    .describe(
      'Answers that were not judged, by the code of the limit that they exceed. Default: none.',
    ),
  totals: z.strictObject({
    operations: count.describe('Operations that the run had to reach.'),
    reached: count.describe('Operations that succeeded at least once.'),
    cells: count,
    requests: count,
    successes: count,
  }),
});

/** Schema of run.json, from which the types and `run.schema.json` are derived. */
export const runRecordSchema = z.discriminatedUnion('state', [runStartSchema, runEndSchema]);

/** JSON Schema (2020-12) of run.json, for other tools. */
export const runSchema = (): object =>
  z.toJSONSchema(runRecordSchema.meta({ title: 'Record of an Assay run' }), { io: 'output' });

/** Start of a run, which is all that a killed run leaves in run.json. */
export type RunStart = z.output<typeof runStartSchema>;

/** Complete record of a run: run.json. */
export type RunRecord = z.output<typeof runEndSchema>;

/** Number of cells by verdict, including zeros. */
export const countVerdicts = (verdicts: Iterable<CellVerdict>): Record<Verdict, number> => {
  const counts = Object.fromEntries(VERDICTS.map((verdict) => [verdict, 0]));
  for (const { verdict } of verdicts) counts[verdict] = (counts[verdict] ?? 0) + 1;
  return counts as Record<Verdict, number>;
};

/** Answers that were not judged, by code; undefined if there were none. */
export const countUnread = (exchanges: readonly Exchange[]): RunRecord['unread'] => {
  const counts: Partial<Record<UnreadCode, number>> = {};
  for (const { error } of exchanges)
    if (isUnread(error)) counts[error.code] = (counts[error.code] ?? 0) + 1;
  return Object.keys(counts).length === 0 ? undefined : counts;
};

/** Totals over the operations that the run was to reach. */
export const totalsOf = (
  wanted: readonly OperationId[],
  counts: OperationCounts,
  reachedOnes: ReadonlySet<OperationId>,
  cells: number,
): RunRecord['totals'] => {
  const seen = Object.values(counts);
  return {
    operations: wanted.length,
    reached: wanted.filter((id) => reachedOnes.has(id)).length,
    cells,
    requests: seen.reduce((sum, { requests }) => sum + requests, 0),
    successes: seen.reduce((sum, { successes }) => sum + successes, 0),
  };
};

const checked = recordValidator(runRecordSchema, 'the record of a run of this version of Assay');

/** Writes run.json atomically. Throws if the record does not match its schema. */
export const writeRunRecord = (path: string, record: RunStart | RunRecord): void =>
  writeAtomically(path, `${JSON.stringify(checked(path, record), null, 2)}\n`);

/** Reads run.json of a run, ended or not. Throws if it is missing or does not match its schema. */
export const readRun = ({ run, path }: Pick<RunFolder, 'run' | 'path'>): RunStart | RunRecord => {
  if (!existsSync(run)) throw new Error(`${path} does not contain a run: run.json is missing`);
  return checked(run, readJsonFile(run));
};

/** Reads run.json of an ended run. Throws also if it has not ended. */
export const readRunRecord = (path: string): RunRecord => {
  const record = checked(path, readJsonFile(path));
  if (record.state !== 'running') return record;
  throw new Error(`${path} belongs to a run that has not ended`);
};

/** Address of a trace in the tracing tool of the target's service, as the target states it. */
export const tracesOf = ({ target }: Pick<RunRecord, 'target'>): string | undefined => {
  const { traces } = target;
  return typeof traces === 'string' ? traces : undefined;
};
