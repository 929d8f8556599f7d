import { existsSync, readFileSync } from 'node:fs';
import { UsageError } from '../../client/usage-error.ts';
import { EXIT, type ExitCode } from '../../oracles/exit-code.ts';
import { loadPage } from '../../reports/load/load-page.ts';
import { type LoadRecord, readLoadRecord } from '../../store/load/load-record.ts';
import { type LoadRunEnd, type LoadRunStart, readLoadRun } from '../../store/load/load-run.ts';
import { loadSummary } from '../../reports/load/load-table.ts';
import type { RunFolder } from '../../store/run-folder.ts';
import { writeWhole } from '../../store/whole-file.ts';
import { killedLoadRecord } from '../../load/running/killed-load.ts';
import { writeLoadReports } from './load-reports.ts';
import { print } from './print.ts';
import { readable } from '../../store/named-run.ts';

/** Whether a folder is that of a load run, whole or not. */
export const isLoadRun = ({ load, run }: RunFolder): boolean => {
  if (existsSync(load.record) || existsSync(load.points)) return true;
  return existsSync(run) && /"command": ?"load"/.test(readFileSync(run, 'utf8'));
};

/** The record of a run that has ended; it says so itself where there is none. */
const recordOf = ({ load, path }: RunFolder, run: LoadRunStart | LoadRunEnd | undefined) => {
  if (existsSync(load.record)) return readable(() => readLoadRecord(load.record));
  const why =
    run?.state === 'finished' ? `: the run ended with ${run.exitCode} (${run.stopped})` : '';
  throw new UsageError(`${path} holds no load.json${why}; make the run again`);
};

const concludeKilled = (folder: RunFolder, start: LoadRunStart): LoadRecord => {
  const record = killedLoadRecord(folder, start);
  writeLoadReports(folder, start, record, 'partial');
  return record;
};

/** Makes the page of a load run again; a run that was killed is concluded from what it left. Returns the exit code. */
export const reportLoad = (folder: RunFolder): ExitCode => {
  const run = existsSync(folder.run) ? readable(() => readLoadRun(folder.run)) : undefined;
  const isKilled = run?.state === 'running';
  const record = isKilled ? concludeKilled(folder, run) : recordOf(folder, run);
  if (!isKilled) writeWhole(folder.load.page, loadPage(record));
  print(`report  ${folder.load.page}`);
  if (!isKilled && run?.state !== 'partial') return EXIT.conformant;
  print(`partial: ${record.stopped ?? 'killed'}`);
  print(loadSummary(record));
  return record.exitCode;
};
