import { createHash, hash } from 'node:crypto';
import { basename, join } from 'node:path';
import { CHAIN_START, chainedParts, chainedText } from '../../spec/chained-line.ts';
import { formatCount, withPlainFile, Refused, fileLines, Foreign } from './bounded-file.ts';
import { lstatSync, readdirSync } from 'node:fs';
import { chunkBuffer, readChunks } from '../json-lines.ts';

/** A file of a run: bytes, and SHA-256 as hexadecimal digits. */
export interface FileDigest {
  readonly name: string;
  readonly size: number;
  readonly sha256: string;
}

/** A folder of a run: total bytes of its files, and SHA-256 of their list in the format of `sha256sum`, by name. */
export interface FolderDigest extends FileDigest {
  readonly files: number;
}

/** SHA-256 of a text as hexadecimal digits. */
export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * Hashes a file of a folder in chunks of `buffer`, so that it need not fit into memory. Throws Foreign for a link, and for an
 * unreadable file.
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

/** Tests for the name of a file that an operating system leaves in any folder. */
export const isOfSystem = (name: string): boolean =>
  /^(\.DS_Store|\._.*|\.directory|Icon\r|(eh)?thumbs\.db|desktop\.ini)$/i.test(name);

/** Hashes the files of a subfolder, without those of the operating system. Throws Foreign if one of them is a link or a folder. */
export const folderDigest = (folder: string, name: string): FolderDigest => {
  const path = join(folder, name);
  if (!lstatSync(path).isDirectory()) throw new Foreign(`${name} is not a folder`);
  // There are thousands of small files.
  const buffer = chunkBuffer();
  const files = readdirSync(path)
    .filter((each) => !isOfSystem(each))
    .toSorted()
    .map((each) => fileDigest(folder, `${name}/${each}`, buffer));
  return {
    name,
    size: files.reduce((sum, { size }) => sum + size, 0),
    sha256: sha256(files.map((each) => `${each.sha256}  ${each.name}\n`).join('')),
    files: files.length,
  };
};

/** Number of lines of a hash-chained record, and the digest of the last one. */
export interface ChainDigest {
  readonly lines: number;
  readonly head: string;
}

/** Maximum bytes of an exchange. */
const LONGEST = 2 ** 26;
/** Bytes; more than one read returns. */
const SLACK = 2 ** 21;

const isWritten = (json: string): boolean => {
  try {
    return JSON.stringify(JSON.parse(json)) === json;
  } catch {
    return false;
  }
};

/** Digest of a line, which has to follow the given digest. */
const next = (line: string, before: string, where: string): string => {
  const parts = chainedParts(line);
  if (!parts || hash('sha256', chainedText(before, parts.json), 'base64url') !== parts.digest)
    throw new Refused(`${where} was changed, or does not follow the line before it`);
  return parts.digest;
};

/** Seal of a record. */
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
 * Hashes a record of exchanges and verifies its hash chain line by line, without loading it into memory. `sealed`: its state
 * when it was sealed; then each line must be canonical, without duplicate keys. Throws Refused with the number of a line that
 * was changed, moved, added or removed.
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
        // All sealed lines have been checked by now; further content may be endless.
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
        throw new Refused(
          `${where} is not written as Assay writes it, such as with a duplicate key`,
        );
    }
    if (sealed) checkEnd(name, chain, sealed);
    return { name, size, sha256: digest.digest('hex'), ...chain };
  });
};
