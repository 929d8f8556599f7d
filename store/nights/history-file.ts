import {
  existsSync,
  readFileSync,
  closeSync,
  fstatSync,
  fsyncSync,
  openSync,
  readSync,
  writeFileSync,
} from 'node:fs';
import { issueText } from '../record-validator.ts';
import { HISTORY_SCHEMA, type HistoryLine, historyLineSchema } from './history-line.ts';
import { withFileLock } from './file-lock.ts';
import { writeAtomically } from '../atomic-write.ts';
import { anchorNights, BASELINE, seriesNights } from './series-nights.ts';

/** The history holds what this Assay cannot read; the message says which line, and what to do. */
export class HistoryError extends Error {
  override readonly name = 'HistoryError';
}

/** What a history file holds. */
export interface History {
  readonly lines: readonly HistoryLine[];
  /** What was passed over, a sentence each. */
  readonly notes: readonly string[];
}

/** The lines of a history; one that was checked out on Windows ends them with CRLF. */
export const historyLines = (text: string): readonly string[] => text.split(/\r?\n/);

/** How every line begins that Assay wrote, of which a kill may have left a part. */
const START = '{"schema":';

const isPartOf = (line: string): boolean => line.startsWith(START) || START.startsWith(line);

const refuse = (path: string, number: number, what: string): never => {
  throw new HistoryError(
    `${path}, line ${number}: ${what}; nothing was changed. Name another file with --history, or take the line out`,
  );
};

const parsed = (path: string, line: string, number: number): unknown => {
  try {
    return JSON.parse(line);
  } catch {
    if (isPartOf(line)) return undefined;
    return refuse(
      path,
      number,
      `expected a line that assay nightly wrote, got ${JSON.stringify(line.slice(0, 40))}`,
    );
  }
};

const versionOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'schema' in value ? value.schema : undefined;

const checked = (path: string, value: unknown, number: number): HistoryLine => {
  const version = versionOf(value);
  if (typeof version === 'number' && version > HISTORY_SCHEMA)
    return refuse(
      path,
      number,
      `it is of schema ${version}, and this Assay knows ${HISTORY_SCHEMA}; use the newer Assay that wrote it`,
    );
  const result = historyLineSchema.safeParse(value);
  if (result.success) return result.data;
  return refuse(path, number, `it is no line of a history of nights: ${issueText(result.error)}`);
};

/** What the beginning of a line says of it: enough to know whether one has to read it. */
export interface LineHead {
  readonly at: string;
  readonly runId: string;
}

const HEAD = /^\{"schema":1,"at":"([^"]+)","kind":"(?:night|outcome)","runId":"([^"\\]+)"/;

/** The head of a whole line of a run; undefined for any other, which has to be read to be known. */
export const headOf = (line: string): LineHead | undefined => {
  const [, at, runId] = HEAD.exec(line) ?? [];
  return at === undefined || runId === undefined || !line.endsWith('}') ? undefined : { at, runId };
};

/**
 * Reads a text of lines; `path` is for messages. Lines that a kill cut off are passed over, with a note. Throws HistoryError
 * for whatever else is not a line of this version. Lines of runs that are not wanted are passed over unread.
 */
export const historyIn = (
  text: string,
  path: string,
  isWanted: (head: LineHead) => boolean = () => true,
): History => {
  const lines: HistoryLine[] = [];
  const notes: string[] = [];
  for (const [at, line] of historyLines(text).entries()) {
    if (line.trim() === '') continue;
    const head = headOf(line);
    if (head && !isWanted(head)) continue;
    const value = parsed(path, line, at + 1);
    if (value === undefined)
      notes.push(`${path}, line ${at + 1} was cut off by a kill and is passed over`);
    else lines.push(checked(path, value, at + 1));
  }
  return { lines, notes };
};

/** Reads a history file; one that is not there is empty. Throws HistoryError. */
export const readHistory = (path: string): History =>
  existsSync(path) ? historyIn(readFileSync(path, 'utf8'), path) : { lines: [], notes: [] };

/** Bytes that a line may have at most. */
const LARGEST_LINE = 8192;

const NEWLINE = '\n';

/** Whether a kill has left the last line without its end. */
const isTorn = (file: number): boolean => {
  const { size } = fstatSync(file);
  const last = Buffer.alloc(1);
  return size > 0 && readSync(file, last, 0, 1, size - 1) === 1 && last.toString() !== NEWLINE;
};

/** A line as it is written. Throws where it does not fit its schema, or is too long. */
export const historyText = (line: HistoryLine): string => {
  // In the schema's order: by how a line begins a reader knows one that was cut off.
  const text = JSON.stringify(historyLineSchema.parse(line));
  if (Buffer.byteLength(text) >= LARGEST_LINE)
    throw new Error(
      `a line of the history has ${text.length} bytes, at most ${LARGEST_LINE} allowed`,
    );
  return text + NEWLINE;
};

/**
 * Appends lines in one write, whole ones only; what a kill left of a line before stays a line of its own. Throws LockedError
 * where another process holds the file for longer than `patience` milliseconds, and where a line does not fit its schema,
 * before anything is written.
 */
export const appendHistory = async (
  path: string,
  lines: readonly HistoryLine[],
  patience?: number,
): Promise<void> => {
  if (lines.length === 0) return;
  const text = lines.map((line) => historyText(line)).join('');
  await withFileLock(
    path,
    () => {
      const file = openSync(path, 'a+');
      try {
        // Unlike writeSync it goes on after a short write.
        writeFileSync(file, (isTorn(file) ? NEWLINE : '') + text);
        fsyncSync(file);
      } finally {
        closeSync(file);
      }
    },
    patience,
  );
};

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
    if (!isSame) writeAtomically(path, after.map((line) => historyText(line)).join(''));
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
