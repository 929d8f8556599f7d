import { Argument, Command } from 'commander';
import type { CommandContext } from '../command-context.ts';
import type { MergeOptions } from './merge-runs.ts';
import { outOption } from '../options/options.ts';

/** `assay merge`: one verdict on the results of several k6 instances. */
export const mergeCommand = ({ version, conclude }: CommandContext): Command =>
  new Command('merge')
    .description('combine the results of several k6 instances into one load run, and judge it')
    .addArgument(
      new Argument(
        '<files...>',
        'results (instance-….json) and logs (….log) of the instances, or folders of them',
      ),
    )
    .option('--run <id>', 'merge only results with this run id; skip those of other runs')
    .addOption(outOption())
    .action(async (files: readonly string[], options: MergeOptions) => {
      const { mergeRuns } = await import('./merge-runs.ts');
      conclude(await mergeRuns(files, options, version));
    });
