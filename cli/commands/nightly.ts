import { Command } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { addNightlyOptions, type NightlyOptions } from '../options/nightly-options.ts';

/** `assay nightly`: has the service become slower, or wrong under load, since the nights before? */
export const nightlyCommand = ({ version, conclude, takeStop }: CommandContext): Command =>
  addNightlyOptions(
    new Command('nightly').description(
      'run the gate and the load, and compare speed with earlier nights',
    ),
  ).action(async (options: NightlyOptions) => {
    const { nightly } = await import('./nightly-run.ts');
    conclude(await nightly(options, version, takeStop()));
  });
