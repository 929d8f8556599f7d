import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { selectIds } from '../../client/did-you-mean.ts';
import { UsageError } from '../../client/usage-error.ts';
import { EXIT } from '../../oracles/exit-code.ts';
import type { CellVerdict } from '../../oracles/finding.ts';
import { runFolderAt } from '../../store/run-folder.ts';
import { dayOf } from '../../store/clock.ts';
import type { CommandContext } from '../command-context.ts';
import { resolveRun, orUsageError } from '../../store/resolve-run.ts';
import { parsePath } from '../../runner/parse-values.ts';
import { print } from '../output/print.ts';
import { readVerdicts } from '../../store/read-verdicts.ts';
import { replayedRunAt } from '../../store/replay-source.ts';
import { addWaivers, waiversFor, readWaivers, WAIVERS_FILE } from '../../store/waivers.ts';

interface WaiveOptions {
  readonly reason: string;
  readonly owner: string;
  readonly expires: string;
  readonly run?: string;
  readonly waivers?: string;
}

/** Default duration of a waiver in days. */
const DEFAULT_DAYS = 30;

const inDays = (days: number): string => dayOf(new Date(Date.now() + days * 86_400_000));

const parseText = (value: string): string => {
  if (value.trim() !== '') return value.trim();
  throw new InvalidArgumentError('Expected a text, got nothing.');
};

const parseDay = (value: string): string => {
  const moment = new Date(`${value}T00:00:00Z`);
  const isDay = /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(moment.getTime());
  if (!isDay || dayOf(moment) !== value)
    throw new InvalidArgumentError(`Expected a day that exists, YYYY-MM-DD; got ${value}.`);
  if (value < dayOf(new Date())) throw new InvalidArgumentError(`${value} is in the past.`);
  return value;
};

/** Also a fail that is only observed: it counts from some day on. */
const isFail = ({ verdict, waiver }: CellVerdict): boolean =>
  verdict === 'fail' || waiver?.release !== undefined;

/** Fails of the run that match the patterns. Throws UsageError for a name that did not fail. */
const matchingFails = (
  patterns: readonly string[],
  verdicts: readonly CellVerdict[],
  path: string,
): readonly CellVerdict[] => {
  const failed = verdicts.filter(isFail);
  if (failed.length === 0)
    throw new UsageError(`nothing failed in ${path}, so there is nothing to waive`);
  const names = [...new Set(failed.map(({ requirement }) => requirement))];
  const ids = new Set<string>(
    selectIds(patterns, names, 'failed requirement', `the report of ${path}`),
  );
  return failed.filter(({ requirement }) => ids.has(requirement));
};

const waive = (patterns: readonly string[], options: WaiveOptions, version: string): void => {
  const { reason, owner, expires } = options;
  const file = options.waivers ?? join(process.cwd(), WAIVERS_FILE);
  // Read the existing file first: nothing must be added to a file that no run can read.
  if (existsSync(file)) readWaivers(file);
  const { folder: found, start } = replayedRunAt(resolveRun(options.run), version);
  const { path } = found;
  const folder = runFolderAt(path);
  if (start.state === 'running' || !existsSync(folder.verdicts))
    throw new UsageError(
      `${path} has no verdicts: it was killed, or is still running; \`assay report ${path}\` judges its records, and --run names another`,
    );
  const verdicts = orUsageError(() => readVerdicts(folder, start));
  const waivers = waiversFor(matchingFails(patterns, verdicts, path), verdicts, {
    reason,
    owner,
    expires,
  });
  orUsageError(() => addWaivers(file, waivers));
  for (const { requirement, operation } of waivers)
    print(
      `waived, ${requirement}${operation === '*' ? '' : ` on ${operation}`}: ${reason} (${owner}, until ${expires})`,
    );
  print(`waivers  ${file}`);
};

/** `assay waive`: accepts fails of the last run until a given day. */
export const waiveCommand = ({ version, conclude }: CommandContext): Command =>
  new Command('waive')
    .description('accept the fails of a run until a given day; adds them to the waivers file')
    .argument('<requirements...>', 'failed requirements, such as GAP-CONTRACT-01 or "GAP-*"')
    .addOption(
      new Option('--reason <text>', 'why you accept the fail for now, such as a ticket')
        .makeOptionMandatory()
        .argParser(parseText),
    )
    .addOption(
      new Option('--owner <text>', 'who is responsible for the waiver')
        .makeOptionMandatory()
        .argParser(parseText),
    )
    .addOption(
      new Option('--expires <day>', 'last day of the waiver, YYYY-MM-DD (UTC)')
        .argParser(parseDay)
        .default(inDays(DEFAULT_DAYS), `${DEFAULT_DAYS} days from now`),
    )
    .option('--run <run>', "the run's folder, or its name (default: latest)")
    .addOption(
      new Option('--waivers <file>', `waivers file (default: ${WAIVERS_FILE})`).argParser(
        parsePath,
      ),
    )
    .action((patterns: readonly string[], options: WaiveOptions) => {
      waive(patterns, options, version);
      conclude(EXIT.conformant);
    });
