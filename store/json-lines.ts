import { appendFileSync, closeSync, openSync, writeFileSync, readSync, existsSync } from 'node:fs';
import type { RunRecord } from './run-record.ts';

/** Bytes of a chunk: larger ones are hardly faster, and allocating them costs more than reading a thousand small files. */
const PIECE = 2 ** 16;
const LINE_FEED = 0x0a;

/** Buffer that is reused for several files. */
export const chunkBuffer = (): Buffer => Buffer.allocUnsafe(PIECE);

/** Yields a file in chunks of at most the buffer's size; a chunk is valid until the next one is requested. */
export function* readChunks(descriptor: number, buffer = chunkBuffer()): Generator<Buffer> {
  for (;;) {
    const length = readSync(descriptor, buffer, 0, buffer.length, null);
    if (length === 0) return;
    yield buffer.subarray(0, length);
  }
}

/** End of a text: number of complete lines, and the remainder. */
interface EndOfLines {
  readonly lines: number;
  readonly rest: string;
}

/**
 * Yields the complete lines of a UTF-8 text one by one, so that it need not fit into memory. `waiting` is called after each
 * chunk with the bytes and the number of the incomplete line.
 */
export function* splitLines(
  text: Iterable<Buffer>,
  waiting?: (bytes: number, line: number) => void,
): Generator<string, EndOfLines> {
  let rest: Buffer[] = [];
  let [length, lines] = [0, 0];
  for (const piece of text) {
    let from = 0;
    for (let at = piece.indexOf(LINE_FEED); at !== -1; at = piece.indexOf(LINE_FEED, from)) {
      yield rest.length === 0
        ? piece.toString('utf8', from, at)
        : Buffer.concat([...rest, piece.subarray(from, at)]).toString('utf8');
      [rest, length, from, lines] = [[], 0, at + 1, lines + 1];
    }
    rest.push(Buffer.from(piece.subarray(from)));
    length += piece.length - from;
    waiting?.(length, lines + 1);
  }
  return { lines, rest: Buffer.concat(rest).toString('utf8') };
}

/** Content of a JSON Lines file. */
export interface JsonLines<Item> {
  readonly items: readonly Item[];
  /** Incomplete last line of a killed run, which is reported to the user. */
  readonly torn?: { readonly line: number; readonly text: string };
}

const parseLine = (path: string, line: string, number: number): unknown => {
  try {
    return JSON.parse(line);
  } catch (cause) {
    throw new Error(
      `${path}, line ${number}: expected one JSON value, got ${JSON.stringify(line.slice(0, 60))}; the file was changed, or is not a record of Assay`,
      { cause },
    );
  }
};

const isJson = (line: string): boolean => {
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
};

/** Selects the parts of an item that are kept; its line begins at `from` and has `length` bytes. */
type Keep<Item> = (item: Item, from: number, length: number) => Item;

/**
 * Reads a JSON Lines file that Assay wrote; `keep` selects the parts of each item that are kept (default: all). An incomplete
 * last line that does not parse is `torn`, not an error. Throws if the file is missing, and on any other line that is not JSON,
 * with its number.
 */
export const readJsonLines = <Item>(
  path: string,
  keep: Keep<Item> = (item) => item,
): JsonLines<Item> => {
  const items: Item[] = [];
  let from = 0;
  const take = (text: string, number: number): void => {
    const length = Buffer.byteLength(text);
    if (text !== '') items.push(keep(parseLine(path, text, number) as Item, from, length));
    from += length + 1;
  };
  const file = openSync(path, 'r');
  try {
    const lines = splitLines(readChunks(file));
    let next = lines.next();
    for (let line = 1; next.done !== true; line += 1, next = lines.next()) take(next.value, line);
    const { lines: whole, rest } = next.value;
    if (rest !== '' && !isJson(rest)) return { items, torn: { line: whole + 1, text: rest } };
    take(rest, whole + 1);
    return { items };
  } finally {
    closeSync(file);
  }
};

/** Characters per write: a system call for each line takes longer than serialising them. */
const AT_ONCE = 2 ** 16;

/** Writes a JSON Lines file from a complete list of items. */
export const writeJsonLines = (path: string, items: Iterable<unknown>): void => {
  const file = openSync(path, 'w');
  try {
    let text = '';
    for (const item of items) {
      text += `${JSON.stringify(item)}\n`;
      if (text.length < AT_ONCE) continue;
      writeFileSync(file, text);
      text = '';
    }
    writeFileSync(file, text);
  } finally {
    closeSync(file);
  }
};

/** Appends complete lines to a file in one system call. */
export const appendLines = (path: string, lines: string): void => appendFileSync(path, lines);

/** Reads all lines that a finished run wrote to a file. Throws if it is missing, or was truncated after the end of the run. */
export const readCompleteJsonLines = <Item>(
  path: string,
  { state }: Pick<RunRecord, 'state'>,
  read: (path: string) => JsonLines<Item> = readJsonLines,
): JsonLines<Item>['items'] => {
  if (!existsSync(path))
    throw new Error(
      `${path} is missing, which this version of Assay writes; repeat the run, or copy its whole folder`,
    );
  const { items, torn } = read(path);
  if (torn && state !== 'partial')
    throw new Error(
      `${path}, line ${torn.line} is truncated: ${JSON.stringify(torn.text.slice(0, 60))}; repeat the run, or copy its whole folder`,
    );
  return items;
};
