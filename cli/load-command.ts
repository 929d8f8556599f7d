import { Command } from 'commander';
import { addLoadOptions, type LoadOptions } from './load-options.ts';

/** `assay load`: is the price request fast and right under load? */
export const loadCommand = (version: string): Command =>
  addLoadOptions(
    new Command('load').description('send load to the price requests and judge speed and answers'),
  ).action(async (options: LoadOptions) => {
    const { load } = await import('./load.ts');
    process.exitCode = await load(options, version);
  });
