import { createHash, hash } from 'node:crypto';
import { basename, join } from 'node:path';
import { CHAIN_START, chainedParts, chainedText } from '../../spec/chained-line.ts';
import { formatCount, withPlainFile, Refused, fileLines, Foreign } from './bounded-file.ts';
import { lstatSync, readdirSync } from 'node:fs';
import { chunkBuffer, readChunks } from '../json-lines.ts';

/** A file of a run: bytes, and SHA-256 in hexadecimal digits. */
export interface FileDigest {
  readonly name: string;
  readonly size: number;
  readonly sha256: string;
}

/** A folder of a run: the sum of its files, and SHA-256 of a list of them as `sha256sum` prints it, by name. */
export interface FolderDigest extends FileDigest {
  readonly files: number;
}

/** SHA-256 of a text, in hexadecimal digits. */
export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * Digests a file of a folder; it need not fit into memory, only piece by piece into `buffer`. Throws Foreign for a link, and
 * where it cannot be read.
 */
export const fileDigest = (folder: string, name: string, buffer = chunkBuffer()): FileDigest =>
  withPlainFile(join(folder, name), name, (descriptor) => {
    const digest = createHash('sha256');
    let size = 0;
    for (const piece of readChunks(descriptor, buffer)) {
      digest.update(piece);
      size += piece.length;
    }
    return { name, size, sha256: digest.digest('hex') };
  });

/** Digests the files of a folder in a folder. Throws Foreign where one of them is a link or a folder. */
export const folderDigest = (folder: string, name: string): FolderDigest => {
  const path = join(folder, name);
  if (!lstatSync(path).isDirectory()) throw new Foreign(`${name} is no folder`);
  // There are thousands of small ones.
  const buffer = chunkBuffer();
  const files = readdirSync(path)
    .toSorted()
    .map((each) => fileDigest(folder, `${name}/${each}`, buffer));
  return {
    name,
    size: files.reduce((sum, { size }) => sum + size, 0),
    sha256: sha256(files.map((each) => `${each.sha256}  ${each.name}\n`).join('')),
    files: files.length,
  };
};

/** A record whose lines hold on to each other: how many there are, and the digest of the last. */
export interface ChainDigest {
  readonly lines: number;
  readonly head: string;
}

/** Bytes; no exchange is longer. */
const LONGEST = 2 ** 26;
/** Bytes; more than is read at once. */
const SLACK = 2 ** 21;

const isWritten = (json: string): boolean => {
  try {
    return JSON.stringify(JSON.parse(json)) === json;
  } catch {
    return false;
  }
};

/** The digest of a line that follows the digest before it. */
const next = (line: string, before: string, where: string): string => {
  const parts = chainedParts(line);
  if (!parts || hash('sha256', chainedText(before, parts.json), 'base64url') !== parts.digest)
    throw new Refused(`${where} was changed, or does not follow the line before it`);
  return parts.digest;
};

/** What is known of a record that was sealed. */
interface Sealed extends ChainDigest {
  readonly size: number;
}

const checkEnd = (name: string, { lines, head }: ChainDigest, sealed: Sealed): void => {
  if (lines < sealed.lines)
    throw new Refused(
      `${name} ends after line ${formatCount(lines)} of ${formatCount(sealed.lines)}`,
    );
  if (head !== sealed.head)
    throw new Refused(`${name}, line ${formatCount(lines)} is not the last one of the run`);
};

/**
 * Digests a record of exchanges and follows its chain, line by line; it need not fit into memory. `sealed`: what it was when it
 * was sealed; then each line has to be as Assay writes it, no key twice. Throws Refused with the number of the line that was
 * changed, moved, added or cut off.
 */
export const chainDigest = (path: string, sealed?: Sealed): FileDigest & ChainDigest => {
  const name = basename(path);
  return withPlainFile(path, name, (descriptor, size) => {
    const digest = createHash('sha256');
    let chain: ChainDigest = { lines: 0, head: CHAIN_START };
    let seen = 0;
    const reading = {
      name,
      longest: Math.min(LONGEST, sealed?.size ?? LONGEST),
      seen: (piece: Buffer): void => {
        digest.update(piece);
        seen += piece.length;
        // The lines that were sealed have been looked at by now; what follows may have no end.
        if (sealed && seen > sealed.size + SLACK)
          throw new Refused(
            `${name}, line ${formatCount(chain.lines + 1)} was added after the run`,
          );
      },
    };
    for (const line of fileLines(descriptor, reading)) {
      const lines = chain.lines + 1;
      const where = `${name}, line ${formatCount(lines)}`;
      if (sealed && lines > sealed.lines) throw new Refused(`${where} was added after the run`);
      chain = { lines, head: next(line, chain.head, where) };
      if (sealed && !isWritten(line))
        throw new Refused(`${where} is not written as Assay writes it, such as with a key twice`);
    }
    if (sealed) checkEnd(name, chain, sealed);
    return { name, size, sha256: digest.digest('hex'), ...chain };
  });
};
