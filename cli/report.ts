import { existsSync, writeFileSync } from 'node:fs';
import { Argument, Command } from 'commander';
import { type RunFolder, runFolderAt } from '../reports/run-folder.ts';
import { latestRun } from './latest-run.ts';
import { parsePath } from './options.ts';
import { UsageError } from './usage-error.ts';

/** Makes the page of a load run again; returns its path. */
const rebuildPage = async ({ load }: RunFolder): Promise<string> => {
  const { readLoadRecord } = await import('../reports/load/load-record.ts');
  const { loadPage } = await import('../reports/load/load-page.ts');
  try {
    writeFileSync(load.page, loadPage(readLoadRecord(load.record)));
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error), { cause: error });
  }
  return load.page;
};

/** `assay report`: the HTML report of a run, from what the run wrote. */
export const reportCommand = (version: string): Command =>
  new Command('report')
    .description(
      'build the HTML report of a run (default: the newest) into its folder; of a load run its page',
    )
    .addArgument(new Argument('[run]', "the run's folder").argParser(parsePath))
    .action(async (given: string | undefined) => {
      const folder = given === undefined ? latestRun() : runFolderAt(given);
      if (existsSync(folder.load.record)) {
        process.stdout.write(`report  ${await rebuildPage(folder)}\n`);
        return;
      }
      if (!existsSync(folder.run)) {
        throw new UsageError(
          `${folder.path} holds no finished run (run.json is missing); name a folder below reports/out`,
        );
      }
      if (!existsSync(folder.allureResults)) {
        throw new UsageError(
          `${folder.path} holds no Allure results, of which a report is built (allure-results is missing); make the run again`,
        );
      }
      const { buildReport } = await import('./build-report.ts');
      process.stdout.write(`report  ${await buildReport(folder, version)}\n`);
    });
