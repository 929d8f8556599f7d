import { Command, Option } from 'commander';
import { parseMoment, parsePath, parseSeed, parseWholeNumber } from '../../runner/parse-values.ts';
import { newSeed, RANDOM } from '../../runner/seed.ts';
import type { CommandContext } from '../command-context.ts';
import type { NightlyOptions } from '../options/nightly-options.ts';
import { addLoadOptions, historyOption, runOption } from '../options/options.ts';

/** Seed of the load: every night sends the same data, since nights with other data are not comparable. */
const LOAD_SEED = 1;

/** Options as parsed: no seed, or `random`, leaves the one of the load as it is. */
type ParsedOptions = Omit<NightlyOptions, 'seed' | 'gateSeed'> & {
  readonly seed: number | typeof RANDOM;
};

/** `--seed` of a night: a number for gate and load, `random` for the gate only. */
const nightSeedOption = (): Option =>
  runOption('seed', 'seed of the data of gate and load; "random" applies to the gate only')
    .argParser((value) => (value === RANDOM ? RANDOM : parseSeed(value)))
    .default(RANDOM, `${RANDOM}; the load uses ${LOAD_SEED}, so that nights are comparable`);

/** `assay nightly`: compares speed and answers under load with earlier nights. */
export const nightlyCommand = ({ version, conclude, takeStop }: CommandContext): Command =>
  addLoadOptions(
    new Command('nightly').description(
      'run the gate and the load, and compare speed with earlier nights',
    ),
    'load',
    nightSeedOption(),
  )
    .addOption(historyOption())
    .addOption(
      new Option('--confirm-after <minutes>', 'delay before the runs that confirm a suspicion')
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
      new Option('--clock <moment>', 'current time of the night').argParser(parseMoment).hideHelp(),
    )
    .action(async ({ seed, ...options }: ParsedOptions) => {
      const { nightly } = await import('./nightly-run.ts');
      const seeds =
        seed === RANDOM ? { seed: LOAD_SEED, gateSeed: newSeed() } : { seed, gateSeed: seed };
      conclude(await nightly({ ...options, ...seeds }, version, takeStop()));
    });
