import { type Command, Option } from 'commander';
import { addLoadOptions } from './load-options.ts';
import type { LoadOptions } from '../../load/running/ready-load.ts';
import { runOption, seedOption } from './options.ts';
import { parseMoment, parsePath, parseWholeNumber } from '../../runner/parse-values.ts';
import type { SelectionOptions } from '../../store/selection.ts';
import { historyOption } from './history-option.ts';

/** The options of `assay nightly`. */
export interface NightlyOptions extends LoadOptions, Pick<SelectionOptions, 'requirement'> {
  /** Absolute; left out: in `out`. */
  readonly history?: string;
  /** Minutes until a suspicion is looked at again, and how many runs are then made. */
  readonly confirmAfter: number;
  readonly confirmRuns: number;
  /** A folder for nightly.json and nightly.md, absolute. */
  readonly notify?: string;
  /** Of the gate, absolute. */
  readonly waivers?: string;
  /** What the night takes for now, for tests of the harness. */
  readonly clock?: Date;
}

/** Adds the options of `assay nightly`. */
export const addNightlyOptions = (command: Command): Command =>
  addLoadOptions(command, 'load', seedOption().default(1, '1: every night draws the same data'))
    .addOption(historyOption())
    .addOption(
      new Option(
        '--confirm-after <minutes>',
        'wait this long before the runs that confirm a suspicion',
      )
        .argParser(parseWholeNumber(0, 720))
        .default(60),
    )
    .addOption(
      new Option('--confirm-runs <number>', 'number of runs that have to confirm a suspicion')
        .argParser(parseWholeNumber(1, 9))
        .default(3),
    )
    .addOption(
      new Option(
        '--notify <folder>',
        'write nightly.json and nightly.md there, for a webhook or a mail',
      ).argParser(parsePath),
    )
    .addOption(runOption('requirement'))
    .addOption(
      runOption(
        'waivers',
        'file of accepted gate fails (default: assay.waivers.yaml, if it exists)',
      ),
    )
    .addOption(
      new Option('--clock <moment>', 'what the night takes for now')
        .argParser(parseMoment)
        .hideHelp(),
    );
