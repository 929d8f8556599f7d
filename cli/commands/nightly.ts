import { Command, Option } from 'commander';
import { parseMoment, parsePath, parseWholeNumber } from '../../runner/parse-values.ts';
import type { CommandContext } from '../command-context.ts';
import type { NightlyOptions } from '../options/nightly-options.ts';
import { addLoadOptions, historyOption, runOption, seedOption } from '../options/options.ts';

/** `assay nightly`: compares speed and answers under load with earlier nights. */
export const nightlyCommand = ({ version, conclude, takeStop }: CommandContext): Command =>
  addLoadOptions(
    new Command('nightly').description(
      'run the gate and the load, and compare speed with earlier nights',
    ),
    'load',
    seedOption().default(1, '1: every night draws the same data'),
  )
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
    .option(
      '--notify <folder>',
      'write nightly.json and nightly.md there, for a webhook or a mail',
      parsePath,
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
    )
    .action(async (options: NightlyOptions) => {
      const { nightly } = await import('./nightly-run.ts');
      conclude(await nightly(options, version, takeStop()));
    });
