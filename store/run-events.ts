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
    cells: count.describe('Cells that are to be judged.'),
    lines: z.array(z.enum(LINES)),
  })
  .describe('Before anything is sent.');

const progress = z
  .strictObject({
    event: z.literal('progress'),
    done: count,
    total: count.describe('Tests of the run.'),
    label: z.string().describe('The test that has just ended.'),
  })
  .describe('Whenever a test ends.');

const pulse = z
  .strictObject({
    event: z.literal('pulse'),
    sent: count.describe('Requests so far, each repetition included.'),
    slowest: z
      .strictObject({ operation: z.string(), milliseconds: z.number().min(0) })
      .optional()
      .describe('The operation that takes longest in the mean.'),
  })
  .describe('Several times a second while something is sent.');

const note = z
  .strictObject({ event: z.literal('note'), sentence: z.string() })
  .describe('What a person would wonder about, such as a service that asks to wait.');

const verdict = z
  .strictObject({
    event: z.literal('verdict'),
    ...cell,
    verdict: z.enum(VERDICTS),
    reason: z.string().optional().describe('Code of the reason if the cell is not judged.'),
    wanted: z.string(),
    got: z.string(),
  })
  .describe('One of each cell, once all was sent.');

const trouble = z
  .strictObject({ event: z.literal('trouble'), sentence: z.string() })
  .describe('What the machine, or Assay, is at fault for.');

const ended = z
  .strictObject({
    event: z.literal('ended'),
    folder,
    exitCode: z.int().min(0).max(5).describe('Of the process, as README has them.'),
    counts: z.record(z.enum(VERDICTS), count).describe('Cells by verdict.'),
    stopped: z.string().nullable().describe('Why the run was stopped before its end.'),
    summary: z.string().describe('The last line of the console.'),
  })
  .describe('The last line.');

/** Schema of one line of `--json`, from which `run-events.schema.json` is derived. */
export const runEventSchema = z
  .discriminatedUnion('event', [begun, progress, pulse, note, verdict, trouble, ended])
  .describe('A line of `assay gate --json` or `assay certify --json`.');

/** A line of `--json`. */
export type RunEvent = z.output<typeof runEventSchema>;

/** JSON Schema (2020-12) of one line of `--json`. */
export const runEventsJsonSchema = (): object =>
  z.toJSONSchema(runEventSchema.meta({ title: 'Events of a run of Assay' }));
