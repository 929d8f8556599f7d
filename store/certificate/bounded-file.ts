import { closeSync, constants, fstatSync, openSync } from 'node:fs';
import { readChunks, splitLines } from '../json-lines.ts';

/** What was read is not what it claims to be: something was changed, swapped, or does not belong together. */
export class Refused extends Error {
  override readonly name = 'Refused';
}

/** What was read is nothing of Assay, or cannot be read at all. */
export class Foreign extends Error {
  override readonly name = 'Foreign';
}

const { O_RDONLY, O_NONBLOCK } = constants;
// Windows has neither; there links take rights that others lack.
const { O_NOFOLLOW = 0 } = constants as { readonly O_NOFOLLOW?: number };
const MEGABYTE = 2 ** 20;

const opened = (path: string, what: string): number => {
  try {
    return openSync(path, O_RDONLY | O_NOFOLLOW | (O_NONBLOCK ?? 0));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new Foreign(`${what} is missing`, { cause: error });
    if (code === 'ELOOP')
      throw new Foreign(`${what} is a link; a copy of the file is required`, { cause: error });
    throw new Foreign(`${what} cannot be read (${code})`, { cause: error });
  }
};

/**
 * Opens a plain file, hands over its descriptor and size in bytes, and closes it. Links are not followed. Throws Foreign for
 * whatever is no plain file.
 */
export const withPlainFile = <Result>(
  path: string,
  what: string,
  read: (descriptor: number, size: number) => Result,
): Result => {
  const descriptor = opened(path, what);
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) throw new Foreign(`${what} is no plain file`);
    return read(descriptor, stats.size);
  } finally {
    closeSync(descriptor);
  }
};

const sizeText = (bytes: number): string =>
  bytes < MEGABYTE
    ? `${bytes.toLocaleString('en')} bytes`
    : `${Math.ceil(bytes / MEGABYTE).toLocaleString('en')} MB`;

/** The text of a small document in UTF-8. Throws Foreign where it is longer, empty, binary or no plain file. */
export const readSmallText = (path: string, most: number, what: string): string =>
  withPlainFile(path, what, (descriptor, size) => {
    if (size === 0) throw new Foreign(`${what} is empty`);
    if (size > most)
      throw new Foreign(
        `${what} has ${sizeText(size)}, and a document of Assay has at most ${sizeText(most)}`,
      );
    const bytes = Buffer.concat(Array.from(readChunks(descriptor), (piece) => Buffer.from(piece)));
    try {
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    } catch (cause) {
      throw new Foreign(`${what} is no text; it is binary, or no document of Assay`, { cause });
    }
  });

/** How a file is read line by line. */
interface Reading {
  /** How errors call the file. */
  readonly name: string;
  /** Bytes; no line is longer. */
  readonly longest: number;
  /** Is handed every piece of the file before its lines are. */
  readonly seen?: (piece: Buffer) => void;
}

/** A number with its thousands apart: `1,234`. */
export const formatCount = (count: number): string => count.toLocaleString('en');

function* watched(text: Iterable<Buffer>, seen: Reading['seen']): Generator<Buffer> {
  for (const piece of text) {
    seen?.(piece);
    yield piece;
  }
}

/**
 * The lines of a file in UTF-8, one after the other, so that it need not fit into memory. Throws Refused for a line that is too
 * long, and for a last one without its end.
 */
export function* fileLines(
  descriptor: number,
  { name, longest, seen }: Reading,
): Generator<string> {
  const text = watched(readChunks(descriptor), seen);
  const { lines, rest } = yield* splitLines(text, (bytes, line) => {
    if (bytes > longest)
      throw new Refused(`${name}, line ${formatCount(line)} is longer than any that a run writes`);
  });
  if (rest !== '')
    throw new Refused(`${name}, line ${formatCount(lines + 1)} was cut off before its end`);
}
