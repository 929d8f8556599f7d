import { closeSync, constants, fstatSync, openSync } from 'node:fs';
import { readChunks, splitLines } from '../json-lines.ts';

/** The input is not what it claims to be: it was changed, swapped, or its parts do not belong together. */
export class Refused extends Error {
  override readonly name = 'Refused';
}

/** The input was not written by Assay, or cannot be read at all. */
export class Foreign extends Error {
  override readonly name = 'Foreign';
}

const { O_RDONLY, O_NONBLOCK } = constants;
// Windows has neither; creating links requires privileges there.
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
 * Opens a regular file, passes its descriptor and size in bytes, and closes it. Does not follow links. Throws Foreign for
 * anything but a regular file.
 */
export const withPlainFile = <Result>(
  path: string,
  what: string,
  read: (descriptor: number, size: number) => Result,
): Result => {
  const descriptor = opened(path, what);
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) throw new Foreign(`${what} is not a regular file`);
    return read(descriptor, stats.size);
  } finally {
    closeSync(descriptor);
  }
};

const sizeText = (bytes: number): string =>
  bytes < MEGABYTE
    ? `${bytes.toLocaleString('en')} bytes`
    : `${Math.ceil(bytes / MEGABYTE).toLocaleString('en')} MB`;

/** Text of a small UTF-8 document. Throws Foreign if it is longer, empty, binary or not a regular file. */
export const readSmallText = (path: string, most: number, what: string): string =>
  withPlainFile(path, what, (descriptor, size) => {
    if (size === 0) throw new Foreign(`${what} is empty`);
    if (size > most)
      throw new Foreign(
        `${what} has ${sizeText(size)}; a document of Assay has at most ${sizeText(most)}`,
      );
    const bytes = Buffer.concat(Array.from(readChunks(descriptor), (piece) => Buffer.from(piece)));
    try {
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    } catch (cause) {
      throw new Foreign(`${what} is binary, not a document of Assay`, { cause });
    }
  });

/** Options for reading a file line by line. */
interface Reading {
  /** Name of the file in errors. */
  readonly name: string;
  /** Maximum bytes of a line. */
  readonly longest: number;
  /** Called with every chunk of the file before its lines are yielded. */
  readonly seen?: (piece: Buffer) => void;
}

/** A number with thousands separators: `1,234`. */
export const formatCount = (count: number): string => count.toLocaleString('en');

function* watched(text: Iterable<Buffer>, seen: Reading['seen']): Generator<Buffer> {
  for (const piece of text) {
    seen?.(piece);
    yield piece;
  }
}

/**
 * Yields the lines of a UTF-8 file one by one, so that it need not fit into memory. Throws Refused for a line that is too long,
 * and for an incomplete last line.
 */
export function* fileLines(
  descriptor: number,
  { name, longest, seen }: Reading,
): Generator<string> {
  const text = watched(readChunks(descriptor), seen);
  const { lines, rest } = yield* splitLines(text, (bytes, line) => {
    if (bytes > longest)
      throw new Refused(
        `${name}, line ${formatCount(line)} is longer than any line that a run writes`,
      );
  });
  if (rest !== '')
    throw new Refused(`${name}, line ${formatCount(lines + 1)} was cut off before its end`);
}
