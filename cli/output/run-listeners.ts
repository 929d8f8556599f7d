import type { RunOptions } from '../../runner/run-options.ts';
import { print } from './print.ts';
import { wantsColour, MARKS } from '../../reports/console/paint.ts';
import { type RunListener, SILENT } from '../../runner/run-listener.ts';
import { readEnvironment } from '../../client/target.ts';
import { createRunProgress } from '../../reports/console/progress.ts';
import { printable, printableJson } from '../../store/printable.ts';
import { githubAnnotations } from '../../reports/github-annotations.ts';
import { printOutcome } from './print-outcome.ts';
import { unjudgedLines } from '../../store/unjudged-lines.ts';
import { renderSummary } from '../../reports/console/table.ts';
import { requirementOf } from '../../spec/catalogue.ts';
import { waiverLines } from './waiver-lines.ts';
import { countVerdicts } from '../../store/run-record.ts';
import type { CellVerdict } from '../../oracles/finding.ts';
import type { FirstCause } from '../../oracles/causes/first-cause.ts';
import { counted } from '../../spec/message-text.ts';
import type { RunEvent } from '../../store/run-events.ts';
import { operation } from '../../spec/operations.ts';
import { appendFileSync } from 'node:fs';
import { stepSummary } from '../../reports/step-summary.ts';

/** Also writes the run to the job summary of GitHub Actions (GITHUB_STEP_SUMMARY), or reports why it cannot. */
const withStepSummary = (listener: RunListener): RunListener => {
  const file = readEnvironment()['GITHUB_STEP_SUMMARY'];
  if (file === undefined || file === '') return listener;
  return {
    ...listener,
    ended: (outcome, context) => {
      listener.ended(outcome, context);
      const { causes } = context.review;
      try {
        appendFileSync(
          file,
          stepSummary({ ...outcome, causes, replay: context.replay, since: context.since }),
        );
      } catch (error) {
        listener.trouble(`the summary cannot be written (GITHUB_STEP_SUMMARY): ${String(error)}`);
      }
    },
  };
};

/** Emits a run as JSON Lines, one event each (`store/run-events.schema.json`). */
export const jsonListener = (print: (line: string) => void): RunListener => {
  const emit = (event: RunEvent): void => print(printableJson(event));
  let folder = '';
  return {
    ...SILENT,
    begun: ({ path }, cells) => {
      folder = path;
      const lines = [...new Set(cells.map((cell) => operation(cell.operation).line))];
      emit({ event: 'begun', folder, cells: cells.length, lines });
    },
    progress: {
      ...SILENT.progress,
      update: (done, total, label) => emit({ event: 'progress', done, total, label }),
      pulse: (pulse) => emit({ event: 'pulse', ...pulse }),
      note: (sentence) => emit({ event: 'note', sentence }),
    },
    ended: ({ record, verdicts, exitCode }, { harness }) => {
      for (const sentence of harness) emit({ event: 'trouble', sentence });
      for (const { cell, requirement, operation: on, verdict, reason, wanted, got } of verdicts) {
        const why = reason === undefined ? {} : { reason };
        emit({ event: 'verdict', cell, requirement, operation: on, verdict, ...why, wanted, got });
      }
      const { stopped } = record;
      const [counts, summary] = [countVerdicts(verdicts), renderSummary(record)];
      emit({ event: 'ended', folder, exitCode, counts, stopped, summary });
    },
    trouble: (sentence) => emit({ event: 'trouble', sentence }),
  };
};

/** A cell that failed, with the statement of its requirement if that is not the one before. */
const quietLine = ({ verdict, cell, requirement }: CellVerdict, before?: CellVerdict): string => {
  const start = `${MARKS[verdict].sign} ${cell}`;
  return requirement === before?.requirement
    ? start
    : `${start}  ${requirementOf(requirement).statement}`;
};

/** A cause, with the number of cells that it holds up. */
const causeLine = ({ sentence, cells }: FirstCause): string => {
  const held = cells.length === 0 ? '' : `${counted(cells.length, 'cell')} not judged: `;
  return `${MARKS.inconclusive.sign} ${held}${sentence}`;
};

/** Prints the last line of a run, preceded by a line for each fail, problem, and cause of cells that were not judged. */
export const quietListener = (print: (line: string) => void, colour: boolean): RunListener => ({
  ...SILENT,
  ended: (outcome, { harness, review }) => {
    const { record, verdicts } = outcome;
    const failed = verdicts.filter(({ verdict }) => verdict === 'fail' || verdict === 'error');
    for (const [at, cell] of failed.entries()) print(printable(quietLine(cell, failed[at - 1])));
    for (const cause of review.causes) print(printable(causeLine(cause)));
    for (const line of waiverLines({ ...outcome, today: record.today }, colour)) print(line);
    for (const line of unjudgedLines(record, verdicts)) print(printable(line));
    for (const line of harness) print(printable(line));
    print(renderSummary(record, { colour }));
  },
  trouble: (sentence) => {
    process.stderr.write(`assay: ${printable(sentence)}\n`);
  },
});

/** Prints a line per finished test instead of overwriting one. */
const verboseProgress: RunListener['progress'] = {
  ...SILENT.progress,
  update: (done, total, label) =>
    print(printable(`${String(done).padStart(String(total).length)} of ${total} ${label}`)),
  note: print,
};

/** Prints a run on the console and, on GitHub Actions, as annotations. */
export const consoleListener = (verbose = false): RunListener => ({
  ...SILENT,
  line: print,
  progress: verbose ? verboseProgress : createRunProgress(process.stderr),
  ended: (outcome, context) => {
    const { review, replay } = context;
    if (readEnvironment()['GITHUB_ACTIONS'] === 'true')
      for (const line of githubAnnotations(outcome.verdicts, replay, review.causes)) print(line);
    printOutcome(outcome, context, print, { colour: wantsColour(process.stdout), verbose });
  },
  trouble: (sentence) => {
    process.stderr.write(`assay: ${sentence}\n`);
  },
});

type OutputOptions = Pick<RunOptions, 'json' | 'quiet' | 'verbose'>;

const selectListener = ({ json, quiet, verbose }: OutputOptions): RunListener => {
  if (json) return jsonListener(print);
  return quiet ? quietListener(print, wantsColour(process.stdout)) : consoleListener(verbose);
};

/** Listener for the requested output: console, JSON Lines or the last line only, and CI. */
export const createRunListener = (options: OutputOptions): RunListener =>
  withStepSummary(selectListener(options));
