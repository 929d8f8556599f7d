import { Argument, Command, Option } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { historyOption, outOption } from '../options/options.ts';
import { parsePath } from '../../runner/parse-values.ts';
import type { CompareOptions } from './compare-nights.ts';

/** `assay compare`: two nights side by side, with their full distributions. */
export const compareCommand = ({ conclude }: CommandContext): Command =>
  new Command('compare')
    .description('compare two nights by their full distributions, or two load runs (folders)')
    .addArgument(
      new Argument(
        '<a>',
        'a night: its run, its day, latest, or previous; or the folder of a load run',
      ),
    )
    .addArgument(new Argument('<b>', 'the other night, or folder'))
    .addOption(historyOption())
    .addOption(outOption())
    .addOption(
      new Option(
        '--page <file>',
        'write the page there (default: compare.html in reports/out, or in --out)',
      ).argParser(parsePath),
    )
    .action(async (a: string, b: string, options: CompareOptions) => {
      const { printComparison } = await import('./compare-nights.ts');
      conclude(printComparison(a, b, options));
    });
