import { existsSync, readFileSync } from 'node:fs';
import { writeWhole } from '../whole-file.ts';
import { historyText } from './append-history.ts';
import { anchorNights, BASELINE } from './baseline-nights.ts';
import { withFileLock } from './file-lock.ts';
import type { HistoryLine } from './history-line.ts';
import { historyIn } from './read-history.ts';
import { seriesNights } from './series-nights.ts';

/**
 * Writes a history anew, whole or not at all, while nobody else writes; nothing is written where no line changes. Returns how
 * many lines there were and are. Throws LockedError and HistoryError.
 */
export const rewriteHistory = (
  path: string,
  change: (lines: readonly HistoryLine[]) => readonly HistoryLine[],
): Promise<{ readonly before: number; readonly after: number }> =>
  withFileLock(path, () => {
    const before = historyIn(existsSync(path) ? readFileSync(path, 'utf8') : '', path).lines;
    const after = change(before);
    const isSame =
      after.length === before.length && after.every((line, index) => line === before[index]);
    if (!isSame) writeWhole(path, after.map((line) => historyText(line)).join(''));
    return { before: before.length, after: after.length };
  });

const keyOf = (line: HistoryLine): string =>
  'runId' in line
    ? `${line.kind} ${line.runId} ${line.series}`
    : `${line.kind} ${line.at} ${line.series}`;

/** Two histories as one, each line once, by time. */
export const mergedLines = (
  own: readonly HistoryLine[],
  other: readonly HistoryLine[],
): readonly HistoryLine[] => {
  const known = new Set(own.map(keyOf));
  const fresh = other.filter((line) => !known.has(keyOf(line)));
  return fresh.length === 0
    ? own
    : [...own, ...fresh].toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
};

/** What `prune` takes out. */
export interface Pruning {
  /** The newest so many nights of each series stay. Left out: all. */
  readonly keep?: number | undefined;
  /** Nights before this day (YYYY-MM-DD) go. */
  readonly before?: string | undefined;
  /** Only of this series. */
  readonly series?: string | undefined;
}

/** The nights against which a drift is judged: without them a level that creeps would get another beginning. */
const anchors = (lines: readonly HistoryLine[]): ReadonlySet<string> =>
  new Set(
    [...seriesNights(lines)].flatMap(([series, nights]) => {
      const basis = nights.at(-1)?.line.basis;
      const anchor = basis === undefined ? [] : anchorNights(nights, basis).anchor;
      // A series that learns has none yet.
      return anchor.length < BASELINE ? [] : anchor.map(({ line }) => `${line.runId} ${series}`);
    }),
  );

/** A history without its oldest nights, and without what is about them; the nights of an anchor stay. */
export const prunedLines = (
  lines: readonly HistoryLine[],
  { keep, before, series }: Pruning,
): readonly HistoryLine[] => {
  const gone = new Set<string>();
  const kept = anchors(lines);
  const nights = lines.filter((line) => line.kind === 'night');
  for (const [name, own] of Map.groupBy(nights, (line) => line.series)) {
    if (series !== undefined && name !== series) continue;
    const oldest = keep === undefined ? own : own.slice(0, Math.max(0, own.length - keep));
    for (const { runId, at } of oldest)
      if ((before === undefined || at < before) && !kept.has(`${runId} ${name}`))
        gone.add(`${runId} ${name}`);
  }
  return lines.filter((line) => !('runId' in line) || !gone.has(`${line.runId} ${line.series}`));
};
