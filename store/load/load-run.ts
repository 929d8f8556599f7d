import { z } from 'zod';
import { conductingProcessSchema } from '../conducting-process.ts';
import { EXIT } from '../../oracles/exit-code.ts';
import { LINES } from '../../spec/line.ts';
import { environmentRecord } from '../run-record.ts';
import { writeAtomically } from '../atomic-write.ts';
import { recordValidator, readJsonFile } from '../record-validator.ts';
import { k6Shape, profileShape, tagsSchema, targetShape } from './load-record.ts';

const text = z.string().min(1);

/** Facts known when a load run starts. */
const start = {
  command: z.literal('load'),
  assay: text.describe('Version of Assay.'),
  node: text.describe('Version of Node, such as v24.21.0.'),
  k6: z.strictObject(k6Shape),
  startedAt: z.iso.datetime(),
  seed: z.int(),
  lines: z.array(z.enum(LINES)).min(1),
  profile: z.strictObject(profileShape),
  tags: tagsSchema,
  target: z.strictObject(targetShape),
  environment: environmentRecord.optional(),
} as const;

const running = z.strictObject({
  state: z.literal('running').describe('The run is still running, or was killed: see its process.'),
  process: conductingProcessSchema,
  ...start,
  pointEvery: z
    .int()
    .min(1)
    .nullable()
    .describe('Number of price requests per line of points.jsonl; null: none was sent yet.'),
});

const ended = z.strictObject({
  state: z
    .enum(['finished', 'partial'])
    .describe(
      'finished: concluded by the run itself; partial: concluded from the records of a killed run.',
    ),
  ...start,
  endedAt: z.iso.datetime(),
  stopped: text.nullable().describe('Reason why it was stopped early; null if it was not.'),
  exitCode: z.literal(Object.values(EXIT)),
});

/** Schema of a load run's run.json; measurements are in load.json. */
const loadRunSchema = z.discriminatedUnion('state', [running, ended]);

/** run.json of a running load run, or of a killed one. */
export type LoadRunStart = z.output<typeof running>;
/** run.json of a finished load run. */
export type LoadRunEnd = z.output<typeof ended>;

const checked = recordValidator(loadRunSchema, 'the run.json of a load run');

/** Writes a load run's run.json atomically. Throws if the record does not match its schema. */
export const writeLoadRun = (path: string, record: LoadRunStart | LoadRunEnd): void =>
  writeAtomically(path, `${JSON.stringify(checked(path, record), null, 2)}\n`);

/** Reads a load run's run.json. Throws if it is missing, truncated or another file. */
export const readLoadRun = (path: string): LoadRunStart | LoadRunEnd =>
  checked(path, readJsonFile(path));

/** Final record of a load run with this start. */
export const endOfLoadRun = (
  { process: _process, pointEvery: _every, ...begun }: LoadRunStart,
  end: Pick<LoadRunEnd, 'state' | 'endedAt' | 'stopped' | 'exitCode'>,
): LoadRunEnd => ({ ...begun, ...end });
