import { Argument, Command } from 'commander';
import { UsageError } from '../client/usage-error.ts';
import { EXIT, type ExitCode } from '../oracles/exit-code.ts';
import { renderSummary } from '../reports/console/summary.ts';
import { hasResults, type RunFolder, runFolderAt } from '../reports/run-folder.ts';
import { readRun, type RunRecord } from '../reports/run-record.ts';
import type { CommandContext } from './command-context.ts';
import { concludeKilledRun } from './killed-run.ts';
import { latestRun } from './latest-run.ts';
import { parsePath } from './options.ts';
import { print } from './print.ts';
import { readable } from './readable.ts';

/** The record of a run; of one that was killed, made from what it left. */
const recordOf = (folder: RunFolder): RunRecord => {
  const record = readable(() => readRun(folder));
  return record.state === 'running' ? concludeKilledRun(folder, record).record : record;
};

/** Builds the report of a run; a run that was killed ends it as it would have ended itself. */
const rebuildReport = async (folder: RunFolder, version: string): Promise<ExitCode> => {
  const record = recordOf(folder);
  const isPartial = record.state === 'partial';
  if (hasResults(folder)) {
    const { buildReport } = await import('./build-report.ts');
    print(`report  ${await buildReport(folder, record, version)}`);
  } else if (record.stopped !== null) {
    print(`run     ${folder.path}`);
  } else {
    throw new UsageError(
      `${folder.path} holds no Allure results, of which a report is built (allure-results is missing); make the run again`,
    );
  }
  if (!isPartial) return EXIT.conformant;
  print(`partial: ${renderSummary(record)}`);
  return record.exitCode;
};

/** `assay report`: the HTML report of a run, from what the run wrote. */
export const reportCommand = ({ version, conclude }: CommandContext): Command =>
  new Command('report')
    .description(
      'build the HTML report of a run (default: the newest) into its folder; of a load run its page',
    )
    .addArgument(new Argument('[run]', "the run's folder").argParser(parsePath))
    .action(async (given: string | undefined) => {
      const folder = given === undefined ? latestRun() : runFolderAt(given);
      const { isLoadRun, reportLoad } = await import('./load-report.ts');
      conclude(isLoadRun(folder) ? reportLoad(folder) : await rebuildReport(folder, version));
    });
