import { Argument, Command, InvalidArgumentError, Option } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { historyOption, outOption, runOption } from '../options/options.ts';
import { parsePath, parseWholeNumber } from '../../runner/parse-values.ts';
import type { HistoryOptions } from './edit-history.ts';

const ACTIONS = ['list', 'import', 'export', 'prune', 'accept', 'move', 'coverage'] as const;

const parseDay = (value: string): string => {
  if (/^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value))) return value;
  throw new InvalidArgumentError('Expected a day such as 2026-03-01.');
};

/**
 * Parses an address as nights record it: without a trailing slash and, if the file has several targets, followed by
 * the name.
 */
const parsePlace = (value: string): string => {
  const [, address = '', name = ''] = /^(\S+?)\/*( \(.+\))?$/.exec(value) ?? [];
  if (/^https?:\/\//.test(address) && URL.canParse(address)) return address + name;
  throw new InvalidArgumentError('Expected an address such as https://staging.example/quoting.');
};

/** `assay history`: lists, exports, imports and prunes the recorded nights; adds up the contexts of runs. */
export const historyCommand = ({ conclude }: CommandContext): Command =>
  new Command('history')
    .description(
      'list, export, import or prune the nights; accept a new level; record a move of the service; show the context coverage of the runs on a target',
    )
    .addArgument(new Argument('<action>', 'what to do').choices(ACTIONS))
    .addArgument(
      new Argument('[file]', 'import: history to read; export: file to write').argParser(parsePath),
    )
    .addOption(historyOption())
    .addOption(outOption('the folder of the runs and of the nights'))
    .option(
      '--series <name>',
      'only this series, such as "travel 1 load" (export, prune, accept, move)',
    )
    .addOption(
      new Option('--keep <nights>', 'prune: keep this many of the newest nights').argParser(
        parseWholeNumber(1, 100_000),
      ),
    )
    .addOption(
      new Option('--before <day>', 'prune: remove only nights before this day').argParser(parseDay),
    )
    .addOption(
      new Option(
        '--from <address>',
        'move: old address of the service, as list shows it',
      ).argParser(parsePlace),
    )
    .addOption(
      new Option('--to <address>', 'move: new address, as in the target').argParser(parsePlace),
    )
    .addOption(
      runOption(
        'target',
        'coverage: target file; FILE#NAME picks one (default: that of the newest run)',
      ),
    )
    .option('--all', 'coverage: name every gap, not only the first 20')
    .option('--json', 'coverage: print JSON')
    .option('--reason <text>', 'accept: reason for the new level; move: why it is the same service')
    .action(async (action: (typeof ACTIONS)[number], file, options: HistoryOptions) => {
      const { editHistory } = await import('./edit-history.ts');
      conclude(await editHistory(action, file as string | undefined, options));
    });
