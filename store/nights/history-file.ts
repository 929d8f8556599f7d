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
import { withoutMark } from '../../spec/json-text.ts';
import { counted, visibleText } from '../../spec/message-text.ts';
import { issueText } from '../record-validator.ts';
import { HISTORY_SCHEMA, type HistoryLine, historyLineSchema } from './history-line.ts';
import { withFileLock } from './file-lock.ts';
import { writeAtomically } from '../atomic-write.ts';
import { anchorNights, BASELINE, seriesNights } from './series-nights.ts';

/** The history contains a line that this version cannot read; the message has the line and what to do. */
export class HistoryError extends Error {
  override readonly name = 'HistoryError';
}

/** Content of a history file. */
export interface History {
  readonly lines: readonly HistoryLine[];
  /** Skipped lines, a sentence each. */
  readonly notes: readonly string[];
}

/** Lines of a history; a Windows checkout has CRLF, and some editors put a byte order mark before the first. */
export const historyLines = (text: string): readonly string[] => withoutMark(text).split(/\r?\n/);

/** Prefix of every line; a killed run may leave only part of it. */
const START = '{"schema":';

const isPartOf = (line: string): boolean => line.startsWith(START) || START.startsWith(line);

const refuse = (path: string, number: number, what: string): never => {
  throw new HistoryError(
    `${path}, line ${number}: ${what}; nothing was changed. Name another file with --history, or delete the line`,
  );
};

const parsed = (path: string, line: string, number: number): unknown => {
  try {
    return JSON.parse(withoutMark(line));
  } catch {
    if (isPartOf(line)) return undefined;
    return refuse(
      path,
      number,
      `expected a line that assay nightly wrote, got ${visibleText(JSON.stringify(line.slice(0, 40)))}`,
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
      `its schema is ${version}, but this version supports ${HISTORY_SCHEMA}; use the newer Assay that wrote it`,
    );
  const result = historyLineSchema.safeParse(value);
  if (result.success) return result.data;
  return refuse(
    path,
    number,
    `it is not a line of a history of nights: ${issueText(result.error)}`,
  );
};

/** Fields from the start of a line, to decide if it has to be parsed. */
export interface LineHead {
  readonly at: string;
  readonly runId: string;
}

const HEAD = /^\{"schema":1,"at":"([^"]+)","kind":"(?:night|outcome)","runId":"([^"\\]+)"/;

/** Head of a complete line of a run; undefined for any other, which has to be parsed. */
export const headOf = (line: string): LineHead | undefined => {
  const [, at, runId] = HEAD.exec(line) ?? [];
  return at === undefined || runId === undefined || !line.endsWith('}') ? undefined : { at, runId };
};

const keyOf = (line: HistoryLine): string =>
  'runId' in line
    ? `${line.kind} ${line.runId} ${line.series}`
    : `${line.kind} ${line.at} ${line.series}`;

/**
 * Parses the lines of a history; `path` is for messages. Incomplete lines of killed runs are skipped with a note, and so are
 * lines that occur twice, as after a merge of two copies: a night counts once. Throws HistoryError for any other line that is
 * not of this version. Lines of unwanted runs are skipped without parsing.
 */
export const historyIn = (
  text: string,
  path: string,
  isWanted: (head: LineHead) => boolean = () => true,
): History => {
  const lines = new Map<string, HistoryLine>();
  const notes: string[] = [];
  let repeated = 0;
  for (const [at, line] of historyLines(text).entries()) {
    if (line.trim() === '') continue;
    const head = headOf(line);
    if (head && !isWanted(head)) continue;
    const value = parsed(path, line, at + 1);
    if (value === undefined) {
      notes.push(`${path}, line ${at + 1} is truncated by a kill and is skipped`);
      continue;
    }
    const read = checked(path, value, at + 1);
    const content = JSON.stringify(read);
    if (lines.has(content)) repeated += 1;
    else lines.set(content, read);
  }
  if (repeated > 0)
    notes.push(`${path}: ${counted(repeated, 'line')} of nights that it has already, skipped`);
  return { lines: [...lines.values()], notes };
};

/** Reads a history file; a missing one is empty. Throws HistoryError. */
export const readHistory = (path: string): History =>
  existsSync(path) ? historyIn(readFileSync(path, 'utf8'), path) : { lines: [], notes: [] };

/** Maximum bytes of a line. */
const LARGEST_LINE = 8192;

const NEWLINE = '\n';

/** Tests if the last line is incomplete, as after a kill. */
const isTorn = (file: number): boolean => {
  const { size } = fstatSync(file);
  const last = Buffer.alloc(1);
  return size > 0 && readSync(file, last, 0, 1, size - 1) === 1 && last.toString() !== NEWLINE;
};

/** Serialises a line. Throws if it does not match its schema, or is too long. */
export const historyText = (line: HistoryLine): string => {
  // In the order of the schema: readers recognise a truncated line by its start.
  const text = JSON.stringify(historyLineSchema.parse(line));
  if (Buffer.byteLength(text) >= LARGEST_LINE)
    throw new Error(
      `a line of the history has ${text.length} bytes; at most ${LARGEST_LINE} are allowed`,
    );
  return text + NEWLINE;
};

/**
 * Appends complete lines in one write; an incomplete line from a killed run is kept separate. Throws LockedError if another
 * process holds the file for longer than `timeout` milliseconds, and if a line does not match its schema, before anything is
 * written.
 */
export const appendHistory = async (
  path: string,
  lines: readonly HistoryLine[],
  timeout?: number,
): Promise<void> => {
  if (lines.length === 0) return;
  const text = lines.map((line) => historyText(line)).join('');
  await withFileLock(
    path,
    () => {
      const file = openSync(path, 'a+');
      try {
        // Unlike writeSync it retries after a short write.
        writeFileSync(file, (isTorn(file) ? NEWLINE : '') + text);
        fsyncSync(file);
      } finally {
        closeSync(file);
      }
    },
    timeout,
  );
};

/**
 * Rewrites a history atomically under the lock, unless no line changes. Returns the number of lines before and after. Throws
 * LockedError and HistoryError.
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

/** Merges two histories by time, without duplicate lines. */
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

/** Options of `prune`. */
export interface Pruning {
  /** Number of newest nights of each series to keep. Default: all. */
  readonly keep?: number | undefined;
  /** Nights before this day (YYYY-MM-DD) are removed. */
  readonly before?: string | undefined;
  /** Only of this series. */
  readonly series?: string | undefined;
}

/** Nights against which drift is judged: without them a creeping level would get a new baseline. */
const anchors = (lines: readonly HistoryLine[]): ReadonlySet<string> =>
  new Set(
    [...seriesNights(lines)].flatMap(([series, nights]) => {
      const basis = nights.at(-1)?.line.basis;
      const anchor = basis === undefined ? [] : anchorNights(nights, basis).anchor;
      // A series that is still learning has no anchor.
      return anchor.length < BASELINE ? [] : anchor.map(({ line }) => `${line.runId} ${series}`);
    }),
  );

/** Removes the oldest nights of a history with the lines about them; nights of an anchor are kept. */
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
