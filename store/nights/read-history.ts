import { existsSync, readFileSync } from 'node:fs';
import { issueText } from '../load/checked-record.ts';
import { HISTORY_SCHEMA, type HistoryLine, historyLineSchema } from './history-line.ts';

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
      `wanted a line that assay nightly wrote, got ${JSON.stringify(line.slice(0, 40))}`,
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
