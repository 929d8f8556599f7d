import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Argument, Command } from 'commander';
import { latestRunFolder, type RunFolder, runFolderAt } from '../reports/run-folder.ts';
import { parsePath } from './options.ts';
import { UsageError } from './usage-error.ts';
import { PROJECT } from './project.ts';

const folderOf = (given: string | undefined): RunFolder => {
  if (given !== undefined) return runFolderAt(given);
  try {
    return latestRunFolder(join(PROJECT, 'reports', 'out'));
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error), { cause: error });
  }
};

/** `assay report`: the HTML report of a run, from what the run wrote. */
export const reportCommand = (version: string): Command =>
  new Command('report')
    .description('build the HTML report of a run (default: the newest) into its folder')
    .addArgument(new Argument('[run]', "the run's folder").argParser(parsePath))
    .action(async (given: string | undefined) => {
      const folder = folderOf(given);
      if (!existsSync(folder.run)) {
        throw new UsageError(
          `${folder.path} holds no finished run (run.json is missing); name a folder below reports/out`,
        );
      }
      const { buildReport } = await import('./build-report.ts');
      process.stdout.write(`report  ${await buildReport(folder, version)}\n`);
    });
