import { closeSync, fstatSync, fsyncSync, openSync, readSync, writeFileSync } from 'node:fs';
import { withFileLock } from './file-lock.ts';
import { type HistoryLine, historyLineSchema } from './history-line.ts';

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
      `a line of the history has ${text.length} bytes, at most ${LARGEST_LINE} wanted`,
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
