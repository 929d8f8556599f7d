import { existsSync } from 'node:fs';
import { Argument, Command } from 'commander';
import { runFolderAt } from '../reports/run-folder.ts';
import { latestRun } from './latest-run.ts';
import { parsePath } from './options.ts';
import { UsageError } from './usage-error.ts';

/** `assay report`: the HTML report of a run, from what the run wrote. */
export const reportCommand = (version: string): Command =>
  new Command('report')
    .description('build the HTML report of a run (default: the newest) into its folder')
    .addArgument(new Argument('[run]', "the run's folder").argParser(parsePath))
    .action(async (given: string | undefined) => {
      const folder = given === undefined ? latestRun() : runFolderAt(given);
      if (!existsSync(folder.run)) {
        throw new UsageError(
          `${folder.path} holds no finished run (run.json is missing); name a folder below reports/out`,
        );
      }
      const { buildReport } = await import('./build-report.ts');
      process.stdout.write(`report  ${await buildReport(folder, version)}\n`);
    });
