import { setImmediate } from 'node:timers/promises';
import { keepPaces, type KnownPace, pacedAt, paceAfterDrops } from '../../load/pace.ts';
import { percentileOf } from '../../load/measuring/quantile-sketch.ts';
import { EXIT } from '../../oracles/exit-code.ts';
import { writeLoadJunit } from '../../runner/report-files.ts';
import { writeLoadAllure } from '../../reports/load/load-allure.ts';
import { loadPage } from '../../reports/load/load-page.ts';
import { type LoadRecord, writeLoadRecord } from '../../store/load/load-record.ts';
import { endOfLoadRun, type LoadRunStart, writeLoadRun } from '../../store/load/load-run.ts';
import type { RunFolder } from '../../store/run-folder.ts';
import { writeWhole } from '../../store/whole-file.ts';

/** What the next run has to know of a line: how fast it was, and if its starts found too few virtual users. */
const pacesIn = (
  { verdict, target, endedAt: at }: LoadRecord,
  { line, sketch, pace, planned, dropped }: LoadRecord['lines'][number],
): readonly KnownPace[] => {
  const known = { at, address: pacedAt(target, line), line };
  const p99 = sketch === null ? undefined : percentileOf(sketch, 99) / 1000;
  const short =
    pace === undefined ? undefined : paceAfterDrops({ planned, dropped }, p99 ?? 0, pace);
  return [
    ...(verdict === 'PASS' && p99 !== undefined ? [{ ...known, p99 }] : []),
    ...(short === undefined ? [] : [{ ...known, p99: short, short: true as const }]),
  ];
};

const keepPace = (file: string, record: LoadRecord): void => {
  if (record.verdict === 'ERROR' || record.stopped !== null) return;
  keepPaces(
    file,
    record.lines.flatMap((each) => pacesIn(record, each)),
  );
};

/** A run that was told to stop when all was measured is not accepted either. */
const withLateStop = (record: LoadRecord, signal: AbortSignal): LoadRecord => {
  if (!signal.aborted || record.stopped !== null) return record;
  const stopped = String(signal.reason);
  const reasons = [stopped, ...record.reasons];
  return record.verdict === 'PASS'
    ? { ...record, stopped, reasons, verdict: 'INVALID', exitCode: EXIT.incomplete }
    : { ...record, stopped, reasons };
};

/** Writes what a load run came to: its record, its Allure results, its page and, last, its run.json. */
export const writeLoadReports = (
  folder: RunFolder,
  start: LoadRunStart,
  record: LoadRecord,
  state: 'finished' | 'partial',
): void => {
  writeLoadRecord(folder.load.record, record);
  writeLoadAllure(folder.allureResults, record);
  writeLoadJunit([folder.junit], record);
  writeWhole(folder.load.page, loadPage(record));
  const { endedAt, stopped, exitCode } = record;
  writeLoadRun(folder.run, endOfLoadRun(start, { state, endedAt, stopped, exitCode }));
};

/** Writes the candidate's own run, of a run with two builds. */
export const sealCandidate = (folder: RunFolder, record: LoadRecord, history: string): void => {
  writeLoadRecord(folder.load.record, record);
  writeWhole(folder.load.page, loadPage(record));
  keepPace(history, record);
};

/** Writes all reports of a run that ended by itself or was stopped; returns the written record. */
export const sealLoad = async (
  folder: RunFolder,
  start: LoadRunStart,
  measured: LoadRecord,
  signal: AbortSignal,
  history: string,
): Promise<LoadRecord> => {
  // A signal that has just come is heard in the next turn.
  await setImmediate();
  const record = withLateStop(measured, signal);
  writeLoadReports(folder, start, record, 'finished');
  keepPace(history, record);
  return record;
};
