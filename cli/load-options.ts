import { type Command, Option } from 'commander';
import { parseWholeNumber } from './parse-values.ts';
import { addTargetOptions, lineOption, outOption, type RunOptions, seedOption } from './options.ts';

/** The options of `assay load`. */
export interface LoadOptions extends Pick<
  RunOptions,
  'target' | 'baseUrl' | 'gapBaseUrl' | 'insecure' | 'line' | 'seed' | 'dialect' | 'fault' | 'out'
> {
  /** A name, or a file. */
  readonly profile: string;
  /** How many instances of k6 share the load; left out: one. */
  readonly instances?: number;
}

/** Instances on one machine at most. */
const MOST_INSTANCES = 8;

/** `--instances`, on commands that send load once. */
export const instancesOption = (): Option =>
  new Option(
    '--instances <number>',
    `share the load among so many processes of k6, 2 to ${MOST_INSTANCES}`,
  ).argParser(parseWholeNumber(2, MOST_INSTANCES));

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
