import { Command, InvalidArgumentError, Option } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { addServiceOptions, outOption } from '../options/options.ts';
import { parseWholeNumber } from '../../runner/parse-values.ts';
import { LARGEST_SEED } from '../../runner/seed.ts';
import { print } from '../output/print.ts';
import type { ReplayOptions } from '../../runner/replay/replay-order.ts';

const parseRun = (value: string): string => {
  if (value.trim() === '')
    throw new InvalidArgumentError('Expected a folder or the name of a run.');
  return value;
};

/**
 * `assay replay`: repeats the requests of a run for one requirement, except for ids and tokens that the service
 * issues.
 */
export const replayCommand = ({ version, conclude, takeStop, isLast }: CommandContext): Command =>
  addServiceOptions(
    new Command('replay')
      .description('repeat one requirement of an earlier run')
      .argument('<id>', 'the requirement, such as GAP-CONTRACT-03'),
  )
    .option('--seed <number>', 'seed of the earlier run', parseWholeNumber(0, LARGEST_SEED))
    .option('--path <path>', 'the shrunk case, from the replay line of a failure')
    .addOption(
      new Option(
        '--run <folder>',
        "the run's folder, or its name below --out (default: the newest match)",
      ).argParser(parseRun),
    )
    .addOption(outOption('look for runs here, and create the new run folder here'))
    .action(async (id: string, options: ReplayOptions) => {
      // Loaded on demand: help and usage errors should not wait for it.
      const { replayOrder } = await import('../../runner/replay/replay-order.ts');
      const { order, headline } = await replayOrder(id, options, version);
      print(headline);
      const { conduct } = await import('../../runner/conduct.ts');
      const { consoleListener } = await import('../output/run-listeners.ts');
      conclude((await conduct({ ...order, isLast }, takeStop(), consoleListener())).exitCode);
    });
