import { Command } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { runOption } from '../options/options.ts';
import {
  addLoadOptions,
  againstOption,
  instancesOption,
  k6OutOption,
  kubernetesOption,
  listOption,
  liveOption,
  tagOption,
} from '../options/load-options.ts';
import type { LoadOptions } from '../../load/running/ready-load.ts';

/** `assay load`: is the price request fast and right under load? */
export const loadCommand = ({ version, conclude, takeStop }: CommandContext): Command =>
  addLoadOptions(
    new Command('load').description('send load to the price requests; judge speed and answers'),
  )
    .addOption(againstOption())
    .addOption(instancesOption())
    .addOption(kubernetesOption())
    .addOption(liveOption())
    .addOption(k6OutOption())
    .addOption(runOption('junit').conflicts('kubernetes'))
    .addOption(tagOption())
    .addOption(listOption())
    .action(async (options: LoadOptions) => {
      if (options.list) {
        const { listProfiles } = await import('./load-list.ts');
        conclude(await listProfiles(options));
        return;
      }
      const { load } = await import('./send-load.ts');
      conclude(await load(options, version, takeStop()));
    });
