import { existsSync } from 'node:fs';
import { UsageError } from '../../client/usage-error.ts';
import { EXIT, type ExitCode } from '../../oracles/exit-code.ts';
import {
  appendHistory,
  historyText,
  HistoryError,
  readHistory,
  mergedLines,
  prunedLines,
  rewriteHistory,
} from '../../store/nights/history-file.ts';
import { hasOpenAlarm, seriesNights } from '../../store/nights/series-nights.ts';
import { LockedError } from '../../store/nights/file-lock.ts';
import { HISTORY_SCHEMA, type HistoryLine } from '../../store/nights/history-line.ts';
import { writeAtomically } from '../../store/atomic-write.ts';
import { print } from '../output/print.ts';
import { type CoverageOptions, printContextCoverage } from './history-coverage.ts';
import { checkOutputFile } from '../../store/check-output-file.ts';
import { requireHistory, historyPath } from '../options/options.ts';
import { severalTargets, movedLines, type Move } from '../../store/nights/moved-nights.ts';
import { historyTable, moveTexts } from '../output/history-table.ts';

/** Options of `assay history`. */
export interface HistoryOptions extends Move, CoverageOptions {
  readonly history?: string;
  readonly out: string;
  readonly keep?: number;
  readonly before?: string;
}

interface EditOrder {
  readonly path: string;
  /** File of import and export, absolute. */
  readonly other: string | undefined;
  readonly options: HistoryOptions;
}

const wantedFile = (other: string | undefined, action: string): string => {
  if (other !== undefined) return other;
  throw new UsageError(`expected a file after \`assay history ${action}\`, got none`);
};

const checkSeries = (lines: readonly HistoryLine[], name: string | undefined): void => {
  const names = [...seriesNights(lines).keys()];
  if (name === undefined || names.includes(name)) return;
  throw new UsageError(
    `--series: the history has no series "${name}"; expected ${names.map((each) => `"${each}"`).join(', ') || 'none'}`,
  );
};

const list = ({ path }: EditOrder): void => {
  const { lines, notes } = readHistory(path);
  for (const line of [
    ...historyTable(lines),
    ...[...moveTexts(lines), ...notes].map((note) => `· ${note}`),
  ])
    print(line);
  print(`${path}: ${lines.filter(({ kind }) => kind === 'night').length} nights of series`);
};

const exportTo = ({ path, other, options }: EditOrder): void => {
  const file = wantedFile(other, 'export');
  checkOutputFile(file, path);
  const { lines } = readHistory(path);
  checkSeries(lines, options.series);
  const kept = lines.filter(
    ({ series }) => options.series === undefined || series === options.series,
  );
  writeAtomically(file, kept.map((line) => historyText(line)).join(''));
  print(`${file}: ${kept.length} lines written`);
};

const importFrom = async ({ path, other }: EditOrder): Promise<void> => {
  const file = wantedFile(other, 'import');
  if (!existsSync(file))
    throw new UsageError(`expected a history to import, got ${file}: no such file`);
  const { lines } = readHistory(file);
  const { before, after } = await rewriteHistory(path, (own) => {
    const names = severalTargets([...own, ...lines]);
    if (names.length > 1)
      throw new UsageError(
        `${path} and ${file} are of several targets (${names.join(', ')}), but a history is for one; name another file with --history. If it is one service that moved, first record the move in the older history with \`assay history move\``,
      );
    return mergedLines(own, lines);
  });
  print(`${path}: ${after - before} lines added, ${before} existed already`);
};

const prune = async ({ path, options }: EditOrder): Promise<void> => {
  const { keep, before, series } = options;
  if (keep === undefined && before === undefined)
    throw new UsageError('expected --keep or --before with `assay history prune`, got neither');
  const done = await rewriteHistory(path, (lines) => {
    checkSeries(lines, series);
    return prunedLines(lines, { keep, before, series });
  });
  print(`${path}: ${done.before - done.after} lines removed, ${done.after} left`);
};

const accept = async ({ path, options }: EditOrder): Promise<void> => {
  const { series: name, reason } = options;
  const { lines } = readHistory(path);
  checkSeries(lines, name);
  if (reason === undefined || reason.trim() === '')
    throw new UsageError(
      'expected --reason with `assay history accept`: why the new level is accepted',
    );
  const open = [...seriesNights(lines)].flatMap(([series, nights]) =>
    (name === undefined || name === series) && hasOpenAlarm(nights) ? [series] : [],
  );
  if (open.length === 0)
    throw new UsageError(
      `no alarm is open${name === undefined ? '' : ` on "${name}"`}, so there is nothing to accept`,
    );
  const at = new Date().toISOString();
  await appendHistory(
    path,
    open.map((series) => ({ schema: HISTORY_SCHEMA, at, kind: 'accepted', series, reason })),
  );
  print(
    `accepted on ${open.join(', ')}: the nights of the alarm are the new level; the verdict is LEARNING until there are 14`,
  );
};

const move = async ({ path, options }: EditOrder): Promise<void> => {
  const { lines } = readHistory(path);
  checkSeries(lines, options.series);
  const moved = movedLines(lines, options, new Date());
  await appendHistory(path, moved);
  print(
    `moved to ${options.to}: ${moved.map(({ series }) => series).join(', ')}; future nights are compared with those at ${options.from}`,
  );
};

const coverage = ({ options }: EditOrder): Promise<void> =>
  printContextCoverage(options.out, options);

/** Actions on a history, with the options and the file that they take. */
const ACTIONS = {
  list: { act: list, options: [] },
  import: { act: importFrom, options: [], file: true },
  export: { act: exportTo, options: ['series'], file: true },
  prune: { act: prune, options: ['keep', 'before', 'series'] },
  accept: { act: accept, options: ['series', 'reason'] },
  move: { act: move, options: ['from', 'to', 'series', 'reason'] },
  // It reads runs, not the nights.
  coverage: { act: coverage, options: ['target', 'all', 'json'], ofRuns: true },
} as const;

type HistoryAction = keyof typeof ACTIONS;

const OPTIONS = [
  'history',
  'series',
  'keep',
  'before',
  'reason',
  'from',
  'to',
  'target',
  'all',
  'json',
] as const;

/** Rejects options that an action would ignore, since the user may have meant another history. Throws UsageError. */
const checkOptions = (
  action: HistoryAction,
  other: string | undefined,
  options: HistoryOptions,
) => {
  const taken: readonly string[] = ACTIONS[action].options;
  if (other !== undefined && !('file' in ACTIONS[action]))
    throw new UsageError(
      `\`assay history ${action}\` takes no file, got ${other}; --history names the history`,
    );
  const idle = OPTIONS.find(
    (name) =>
      options[name] !== undefined &&
      !taken.includes(name) &&
      (name !== 'history' || 'ofRuns' in ACTIONS[action]),
  );
  if (idle !== undefined)
    throw new UsageError(`\`assay history ${action}\` takes no --${idle}; omit it`);
};

/** True if the error concerns the named file, such as that it is a folder. */
const isFileError = (error: unknown): error is Error =>
  error instanceof HistoryError ||
  error instanceof LockedError ||
  (error instanceof Error && 'syscall' in error);

/** Runs one action on a history and prints the result. Throws UsageError and leaves the file unchanged then. */
export const editHistory = async (
  action: HistoryAction,
  other: string | undefined,
  options: HistoryOptions,
): Promise<ExitCode> => {
  checkOptions(action, other, options);
  const needsNone = action === 'import' || 'ofRuns' in ACTIONS[action];
  const path = needsNone ? historyPath(options) : requireHistory(options);
  try {
    await ACTIONS[action].act({ path, other, options });
  } catch (error) {
    if (isFileError(error)) throw new UsageError(error.message, { cause: error });
    throw error;
  }
  return EXIT.conformant;
};
