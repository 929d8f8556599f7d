import type { Command } from 'commander';
import { addTargetOptions, lineOption, outOption, type RunOptions, seedOption } from './options.ts';

/** The options of `assay load`. */
export interface LoadOptions extends Pick<
  RunOptions,
  'target' | 'baseUrl' | 'gapBaseUrl' | 'insecure' | 'line' | 'seed' | 'dialect' | 'fault' | 'out'
> {
  /** A name, or a file. */
  readonly profile: string;
}

/** Adds the options of `assay load`; `profile` is the default, `seed` the option for it. */
export const addLoadOptions = (command: Command, profile = 'smoke', seed = seedOption()): Command =>
  addTargetOptions(
    command.option(
      '--profile <name>',
      'how much load: smoke, load, stress, spike, soak, capacity, or a file',
      profile,
    ),
  )
    .addOption(lineOption())
    .addOption(seed)
    .addOption(outOption());
