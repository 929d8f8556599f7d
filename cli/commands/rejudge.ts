import { Argument, Command } from 'commander';
import { EXIT, type ExitCode } from '../../oracles/exit-code.ts';
import type { CellVerdict } from '../../oracles/finding.ts';
import { reasonText } from '../../oracles/not-judged.ts';
import { VERDICT_WORDS } from '../../reports/console/paint.ts';
import { runFolderAt } from '../../store/run-folder.ts';
import type { RunRecord } from '../../store/run-record.ts';
import type { CommandContext } from '../command-context.ts';
import { type ChangedVerdict, type RejudgedRun, rejudgeRun } from '../../store/rejudge-run.ts';
import { finishedRunAt } from '../../store/replay-source.ts';
import { resolveRun, orUsageError } from '../../store/resolve-run.ts';
import { print } from '../output/print.ts';

const count = (many: number): string => many.toLocaleString('en');

const verdictText = (cell: CellVerdict): string => {
  const { verdict, reason, got, exchanges, checks } = cell;
  const why = reason === undefined ? '' : `, ${reasonText(cell)}`;
  const shown = `exchanges ${exchanges.join(', ') || 'none'}, ${checks} checks`;
  return `${VERDICT_WORDS[verdict]}${why}; got ${got} (${shown})`;
};

const changedLines = ({ before, after }: ChangedVerdict): readonly string[] => [
  `~ ${before.cell}  ${VERDICT_WORDS[before.verdict]} → ${VERDICT_WORDS[after.verdict]}`,
  `    before  ${verdictText(before)}`,
  `    now     ${verdictText(after)}`,
];

const renderChange = (again: RejudgedRun): readonly string[] => {
  const { verdicts, changed, reworded, judged, taken } = again;
  const all = count(verdicts.length);
  return [
    ...changed.flatMap(changedLines),
    [
      `${count(verdicts.length - changed.length)} of ${all} verdicts unchanged`,
      ...(reworded === 0 ? [] : [`${count(reworded)} of them worded differently`]),
      `from ${count(judged)} lines of evidence`,
      ...(taken === 0 ? [] : [`${count(taken)} taken from the record`]),
    ].join(', '),
  ];
};

/** The same recording and version must give the same verdicts; another version reports the changes. */
const exitCodeOf = (
  { changed }: RejudgedRun,
  { assay, state }: RunRecord,
  version: string,
): ExitCode => {
  if (changed.length === 0) return EXIT.conformant;
  // Verdicts that a killed run had not written yet are written now.
  return assay === version && state === 'finished' ? EXIT.harness : EXIT.incomplete;
};

/** `assay rejudge`: judges the recording of a run again, without its target. */
export const rejudgeCommand = ({ version, conclude }: CommandContext): Command =>
  new Command('rejudge')
    .description(
      'judge a recorded run again without its service (default: latest), and list the changed verdicts',
    )
    .addArgument(new Argument('[run]', "the run's folder, or its name, such as latest"))
    .action((given: string | undefined) => {
      const path = resolveRun(given);
      const record = finishedRunAt(path, version);
      const again = orUsageError(() => rejudgeRun(runFolderAt(path), record));
      for (const line of renderChange(again)) print(line);
      conclude(exitCodeOf(again, record, version));
    });
