import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { Argument, Command, Option } from 'commander';
import { UsageError } from '../../client/usage-error.ts';
import { EXIT, type ExitCode } from '../../oracles/exit-code.ts';
import type { PageOutcome } from '../../runner/report-files.ts';
import { replayLine, scriptLine } from '../../runner/replay/replay-line.ts';
import { checkWritable } from '../../runner/output-paths.ts';
import { httpArchive } from '../../reports/http-archive.ts';
import { writeReports } from '../../store/atomic-write.ts';
import { renderSummary } from '../../reports/console/table.ts';
import { hasResults, type RunFolder, runFolderAt } from '../../store/run-folder.ts';
import { readRun, type RunRecord } from '../../store/run-record.ts';
import type { CommandContext } from '../command-context.ts';
import { concludeKilledRun } from '../../store/recover-run.ts';
import {
  latestRun,
  resolveRun,
  orUsageError,
  isPackedRun,
  unpackedRun,
} from '../../store/resolve-run.ts';
import { parsePath } from '../../runner/parse-values.ts';
import { print } from '../output/print.ts';
import { readVerdicts } from '../../store/read-verdicts.ts';
import { outcomeIn } from '../../runner/shown-run.ts';

/**
 * The page that the run wrote itself; if it could not, one from the files of its folder, without the target's secrets
 * for curl.
 */
const pageOf = async (
  folder: RunFolder,
  killed: PageOutcome | undefined,
  record: RunRecord,
): Promise<string> => {
  // A kill between writing the page and sealing the run leaves an outdated page.
  if (!killed && existsSync(folder.page)) return folder.page;
  const shown = killed ?? orUsageError(() => outcomeIn(folder, record));
  // Loaded on demand: the other commands should not wait for it.
  const { writeConformancePage } = await import('../../runner/report-files.ts');
  return writeConformancePage(folder, shown, {
    causes: [],
    curl: () => undefined,
    replay: (verdict) => replayLine(verdict, { seed: shown.record.seed }, folder),
    script: (verdict) => scriptLine(verdict, {}, folder),
  });
};

interface ReportOptions {
  readonly allure?: boolean;
  readonly har?: string;
}

/** Builds the reports of a run; concludes a killed run first, as it would have concluded itself. */
const rebuildReport = async (
  folder: RunFolder,
  version: string,
  { allure = false, har }: ReportOptions,
): Promise<ExitCode> => {
  const before = orUsageError(() => readRun(folder));
  const killed = before.state === 'running' ? concludeKilledRun(folder, before) : undefined;
  const record = killed?.record ?? (before as RunRecord);
  // Checked even if the page exists: missing verdicts must not be mistaken for passes.
  if (!killed) orUsageError(() => readVerdicts(folder, record));
  // Sealed results are not changed.
  if (allure && !hasResults(folder)) {
    const { writeAllureResults } = await import('../../runner/allure/allure-results.ts');
    await writeAllureResults(folder, record);
  }
  if (hasResults(folder)) {
    const { buildReport } = await import('../../runner/allure/allure-results.ts');
    print(`allure  ${await buildReport(folder, record, version)}`);
  }
  if (har !== undefined) {
    const { exchanges } = killed ?? orUsageError(() => outcomeIn(folder, record));
    writeReports([har], JSON.stringify(httpArchive(exchanges, version)));
    print(`har     ${har}`);
  }
  print(`report  ${await pageOf(folder, killed, record)}`);
  if (record.state !== 'partial') return EXIT.conformant;
  print(`partial: ${renderSummary(record)}`);
  return record.exitCode;
};

/** Unpacks a packed run beside itself, so that its reports are found there afterwards. */
const unpacked = (given: string): string => {
  const path = parsePath(given);
  return isPackedRun(path) ? unpackedRun(path, dirname(path)) : resolveRun(given);
};

const asWritten = (given: string): string => {
  parsePath(given);
  return given;
};

/** `assay report`: builds the reports of a run from its files. */
export const reportCommand = ({ version, conclude }: CommandContext): Command =>
  new Command('report')
    .description('build the reports of a run, or the page of a load run (default: latest)')
    .addArgument(
      new Argument('[run]', "the run's folder, or its name, such as latest").argParser(asWritten),
    )
    .option('--allure', 'also write the Allure results of the run and build their report')
    .addOption(
      new Option(
        '--har <file>',
        'also write all exchanges as an HTTP archive, for the developer tools of a browser',
      ).argParser(parsePath),
    )
    .action(async (given: string | undefined, options: ReportOptions) => {
      const folder = given === undefined ? latestRun() : runFolderAt(unpacked(given));
      const { isLoadRun, reportLoad } = await import('../output/load-reports.ts');
      if (options.har !== undefined) {
        checkWritable(['--har', options.har]);
        if (isLoadRun(folder))
          throw new UsageError(
            '--har: a load run records no exchanges; name a run of gate or certify',
          );
      }
      conclude(
        isLoadRun(folder) ? reportLoad(folder) : await rebuildReport(folder, version, options),
      );
    });
