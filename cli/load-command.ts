import { Command } from 'commander';
import type { CommandContext } from './command-context.ts';
import {
  addLoadOptions,
  crdOption,
  instancesOption,
  kubernetesOption,
  liveOption,
  type LoadOptions,
} from './load-options.ts';

/** `assay load`: is the price request fast and right under load? */
export const loadCommand = ({ version, conclude, takeStop }: CommandContext): Command =>
  addLoadOptions(
    new Command('load').description('send load to the price requests; judge speed and answers'),
  )
    .addOption(instancesOption())
    .addOption(kubernetesOption())
    .addOption(crdOption())
    .addOption(liveOption())
    .action(async (options: LoadOptions) => {
      const { load } = await import('./load.ts');
      conclude(await load(options, version, takeStop()));
    });
