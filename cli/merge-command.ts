import { Argument, Command } from 'commander';
import type { CommandContext } from './command-context.ts';
import type { MergeOptions } from './merge.ts';
import { outOption } from './options.ts';

/** `assay merge`: one verdict of what several instances of k6 left. */
export const mergeCommand = ({ version, conclude }: CommandContext): Command =>
  new Command('merge')
    .description('judge what several instances of k6 left, wherever they ran, as one load run')
    .addArgument(
      new Argument(
        '<files...>',
        'what the instances left (instance-….json) and their logs (….log), or folders that hold them',
      ),
    )
    .addOption(outOption())
    .action(async (files: readonly string[], options: MergeOptions) => {
      const { merge } = await import('./merge.ts');
      conclude(await merge(files, options, version));
    });
