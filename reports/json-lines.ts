import { closeSync, openSync, readSync, writeSync } from 'node:fs';

/** What a JSON Lines file holds. */
export interface JsonLines<Item> {
  readonly items: readonly Item[];
  /** The last line where a killed run left it unfinished; to be told to the user. */
  readonly torn?: { readonly line: number; readonly text: string };
}

/** A JSON Lines file being written. */
export interface JsonLinesWriter<Item> {
  /** Hands the line to the operating system at once, so that a killed process loses nothing it has written. */
  readonly write: (item: Item) => void;
  readonly close: () => void;
}

const parseLine = (path: string, line: string, number: number): unknown => {
  try {
    return JSON.parse(line);
  } catch (cause) {
    throw new Error(
      `${path}, line ${number}: wanted one JSON value, got ${JSON.stringify(line.slice(0, 60))}; the file was changed or is not a record of Assay`,
      { cause },
    );
  }
};

const isComplete = (line: string): boolean => {
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
};

/** Bytes that are read at once: a record has as many as all that a run sent, and is not held as text beside its items. */
const CHUNK = 1 << 20;
const LINE_FEED = 0x0a;

/** Reads a file line by line, and returns what comes after the last line feed. */
const eachLine = (path: string, take: (line: string) => void): string => {
  const file = openSync(path, 'r');
  const chunk = Buffer.allocUnsafe(CHUNK);
  let begun: Buffer[] = [];
  try {
    for (let read = readSync(file, chunk); read > 0; read = readSync(file, chunk)) {
      let from = 0;
      for (
        let to = chunk.subarray(0, read).indexOf(LINE_FEED);
        to !== -1;
        to = chunk.subarray(0, read).indexOf(LINE_FEED, from)
      ) {
        take(Buffer.concat([...begun, chunk.subarray(from, to)]).toString());
        begun = [];
        from = to + 1;
      }
      if (from < read) begun.push(Buffer.from(chunk.subarray(from, read)));
    }
  } finally {
    closeSync(file);
  }
  return Buffer.concat(begun).toString();
};

/**
 * Reads a JSON Lines file that Assay wrote. A last line without its end that does not parse is `torn`, not an error.
 * Throws where the file is missing, and on any other line that is not JSON, with its number.
 */
export const readJsonLines = <Item>(path: string): JsonLines<Item> => {
  const items: Item[] = [];
  let lines = 0;
  const last = eachLine(path, (line) => {
    lines += 1;
    if (line !== '') items.push(parseLine(path, line, lines) as Item);
  });
  if (last === '') return { items };
  if (isComplete(last)) return { items: [...items, JSON.parse(last) as Item] };
  return { items, torn: { line: lines + 1, text: last } };
};

/** Starts a JSON Lines file; one that is there is replaced. */
export const openJsonLines = <Item>(path: string): JsonLinesWriter<Item> => {
  const file = openSync(path, 'w');
  return {
    write: (item) => {
      writeSync(file, `${JSON.stringify(item)}\n`);
    },
    close: () => closeSync(file),
  };
};

/** Writes a JSON Lines file from items that are all there. */
export const writeJsonLines = (path: string, items: Iterable<unknown>): void => {
  const writer = openJsonLines(path);
  try {
    for (const item of items) writer.write(item);
  } finally {
    writer.close();
  }
};
