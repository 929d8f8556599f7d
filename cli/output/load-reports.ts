import { orUsageError } from '../../store/resolve-run.ts';
import { print } from './print.ts';
import type { StartedLoad } from '../../load/running/start-load.ts';
import { setImmediate } from 'node:timers/promises';
import { saveRunLatencies } from '../../load/sizing-latency.ts';
import { EXIT, type ExitCode } from '../../oracles/exit-code.ts';
import { writeLoadJunit } from '../../runner/report-files.ts';
import { writeLoadAllure } from '../../reports/load/load-allure.ts';
import { loadPage } from '../../reports/load/load-page.ts';
import { type LoadRecord, writeLoadRecord, readLoadRecord } from '../../store/load/load-record.ts';
import {
  endOfLoadRun,
  type LoadRunStart,
  writeLoadRun,
  type LoadRunEnd,
  readLoadRun,
} from '../../store/load/load-run.ts';
import type { RunFolder } from '../../store/run-folder.ts';
import { writeAtomically } from '../../store/atomic-write.ts';
import { existsSync, readFileSync } from 'node:fs';
import { UsageError } from '../../client/usage-error.ts';
import { loadSummary } from '../../reports/load/load-table.ts';
import { recoverLoadRecord } from '../../load/running/recover-load.ts';

/** A run that was stopped after its last measurement is not accepted either. */
const withLateStop = (record: LoadRecord, signal: AbortSignal): LoadRecord => {
  if (!signal.aborted || record.stopped !== null) return record;
  const stopped = String(signal.reason);
  const reasons = [stopped, ...record.reasons];
  return record.verdict === 'PASS'
    ? { ...record, stopped, reasons, verdict: 'INVALID', exitCode: EXIT.incomplete }
    : { ...record, stopped, reasons };
};

/** Writes the results of a load run: its record, its Allure results, its page and, last, its run.json. */
export const writeLoadReports = (
  folder: RunFolder,
  start: LoadRunStart,
  record: LoadRecord,
  state: 'finished' | 'partial',
): void => {
  writeLoadRecord(folder.load.record, record);
  writeLoadAllure(folder.allureResults, record);
  writeLoadJunit([folder.junit], record);
  writeAtomically(folder.load.page, loadPage(record));
  const { endedAt, stopped, exitCode } = record;
  writeLoadRun(folder.run, endOfLoadRun(start, { state, endedAt, stopped, exitCode }));
};

/** Writes the candidate's own run, if there are two builds. */
export const sealCandidate = (folder: RunFolder, record: LoadRecord, history: string): void => {
  writeLoadRecord(folder.load.record, record);
  writeAtomically(folder.load.page, loadPage(record));
  saveRunLatencies(history, record);
};

/** Writes and prints all reports of a run that has ended or was stopped; returns the written record. */
export const sealLoad = async (
  { folder, start, options, signal, history }: StartedLoad,
  measured: LoadRecord,
): Promise<LoadRecord> => {
  // A signal that has just arrived is handled in the next turn of the event loop.
  await setImmediate();
  const record = withLateStop(measured, signal);
  writeLoadReports(folder, start, record, 'finished');
  saveRunLatencies(history, record);
  if (options.junit !== undefined) writeLoadJunit([options.junit], record);
  print(`report  ${folder.load.page}`);
  return record;
};

/** True if a folder is a load run, complete or not. */
export const isLoadRun = ({ load, run }: RunFolder): boolean => {
  if (existsSync(load.record) || existsSync(load.points)) return true;
  return existsSync(run) && /"command": ?"load"/.test(readFileSync(run, 'utf8'));
};

/** Record of a finished run. Throws a UsageError with the reason if there is none. */
const recordOf = ({ load, path }: RunFolder, run: LoadRunStart | LoadRunEnd | undefined) => {
  if (existsSync(load.record)) return orUsageError(() => readLoadRecord(load.record));
  const why =
    run?.state === 'finished' ? `: the run ended with ${run.exitCode} (${run.stopped})` : '';
  throw new UsageError(`${path} contains no load.json${why}; repeat the run`);
};

const concludeKilled = (folder: RunFolder, start: LoadRunStart): LoadRecord => {
  const record = recoverLoadRecord(folder, start);
  writeLoadReports(folder, start, record, 'partial');
  return record;
};

/** Rebuilds the page of a load run; concludes a killed run from its files first. Returns the exit code. */
export const reportLoad = (folder: RunFolder): ExitCode => {
  const run = existsSync(folder.run) ? orUsageError(() => readLoadRun(folder.run)) : undefined;
  const isKilled = run?.state === 'running';
  const record = isKilled ? concludeKilled(folder, run) : recordOf(folder, run);
  if (!isKilled) writeAtomically(folder.load.page, loadPage(record));
  print(`report  ${folder.load.page}`);
  if (!isKilled && run?.state !== 'partial') return EXIT.conformant;
  print(`partial: ${record.stopped ?? 'killed'}`);
  print(loadSummary(record));
  return record.exitCode;
};
