import { Argument, Command, InvalidArgumentError, Option } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { outOption } from '../options.ts';
import { parsePath, parseWholeNumber } from '../parse-values.ts';
import { historyOption } from './history-option.ts';
import type { HistoryOptions } from './history-options.ts';

/** What can be done with a history. */
export const HISTORY_ACTIONS = ['list', 'import', 'export', 'prune', 'accept'] as const;

const parseDay = (value: string): string => {
  if (/^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value))) return value;
  throw new InvalidArgumentError('Wanted a day such as 2026-03-01.');
};

/** `assay history`: what the nights have left, to look at, to carry elsewhere, and to shorten. */
export const historyCommand = ({ conclude }: CommandContext): Command =>
  new Command('history')
    .description(
      'list the nights that were kept, carry them elsewhere, shorten them, or accept a new level',
    )
    .addArgument(new Argument('<action>', 'what to do').choices(HISTORY_ACTIONS))
    .addArgument(
      new Argument('[file]', 'import: the history to take in; export: where to write it').argParser(
        parsePath,
      ),
    )
    .addOption(historyOption())
    .addOption(outOption())
    .option('--series <name>', 'only this series, such as "travel 1 load" (export, prune, accept)')
    .addOption(
      new Option('--keep <nights>', 'prune: keep so many of the newest nights').argParser(
        parseWholeNumber(1, 100_000),
      ),
    )
    .addOption(new Option('--before <day>', 'prune: only nights before it').argParser(parseDay))
    .option('--reason <text>', 'accept: why the new level is as it should be')
    .action(async (action: (typeof HISTORY_ACTIONS)[number], file, options: HistoryOptions) => {
      const { history } = await import('./history.ts');
      conclude(await history(action, file as string | undefined, options));
    });
