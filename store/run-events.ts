import { z } from 'zod';
import { VERDICTS } from '../oracles/finding.ts';
import { LINES } from '../spec/line.ts';

const count = z.int().min(0);
const folder = z.string().describe('Folder of the run, absolute.');
const cell = {
  cell: z.string().describe('Such as GAP-CONTRACT-01@gap.contract-create.'),
  requirement: z.string(),
  operation: z.string(),
};

const begun = z
  .strictObject({
    event: z.literal('begun'),
    folder,
    cells: count.describe('Number of cells to judge.'),
    lines: z.array(z.enum(LINES)),
  })
  .describe('The plan, before anything is sent.');

const progress = z
  .strictObject({
    event: z.literal('progress'),
    done: count,
    total: count.describe('Number of tests of the run.'),
    label: z.string().describe('The test that just ended.'),
  })
  .describe('Progress, whenever a test ends.');

const pulse = z
  .strictObject({
    event: z.literal('pulse'),
    sent: count.describe('Requests so far, including repetitions.'),
    expected: count
      .optional()
      .describe(
        'Requests that the planned probes usually take in all; a run with failures sends more. Absent until all are planned.',
      ),
    slowest: z
      .strictObject({ operation: z.string(), milliseconds: z.number().min(0) })
      .optional()
      .describe('The operation with the highest mean latency.'),
  })
  .describe('Traffic, several times per second while the run sends.');

const note = z
  .strictObject({ event: z.literal('note'), sentence: z.string() })
  .describe('A notice for people, such as that the service asks to wait.');

const verdict = z
  .strictObject({
    event: z.literal('verdict'),
    ...cell,
    verdict: z.enum(VERDICTS),
    reason: z.string().optional().describe('Code of the reason if the cell is not judged.'),
    wanted: z.string(),
    got: z.string(),
  })
  .describe('A verdict, one for each cell, after everything was sent.');

const trouble = z
  .strictObject({ event: z.literal('trouble'), sentence: z.string() })
  .describe('A problem of the machine, or an error of Assay.');

const ended = z
  .strictObject({
    event: z.literal('ended'),
    folder,
    exitCode: z.int().min(0).max(5).describe('Exit code of the process (see README).'),
    counts: z.record(z.enum(VERDICTS), count).describe('Cells by verdict.'),
    stopped: z.string().nullable().describe('Reason why the run was stopped early.'),
    summary: z.string().describe('The last line of the console.'),
  })
  .describe('The end of the run.');

/** Schema of one line of `--json`, from which `run-events.schema.json` is derived. */
export const runEventSchema = z
  .discriminatedUnion('event', [begun, progress, pulse, note, verdict, trouble, ended])
  .describe('A line of `assay gate --json` or `assay certify --json`.');

/** A line of `--json`. */
export type RunEvent = z.output<typeof runEventSchema>;

/** JSON Schema (2020-12) of one line of `--json`. */
export const runEventsJsonSchema = (): object =>
  z.toJSONSchema(runEventSchema.meta({ title: 'Events of a run of Assay' }));
