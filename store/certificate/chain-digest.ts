import { createHash, hash } from 'node:crypto';
import { basename } from 'node:path';
import { CHAIN_START, chainedParts, chainedText } from '../../spec/chained-line.ts';
import { withFile } from './bounded-file.ts';
import type { FileDigest } from './file-digest.ts';
import { fileLines } from './file-lines.ts';
import { Refused } from './refused.ts';

/** A record whose lines hold on to each other: how many there are, and the digest of the last. */
export interface ChainDigest {
  readonly lines: number;
  readonly head: string;
}

/** Bytes; no exchange is longer. */
const LONGEST = 2 ** 26;
/** Bytes; more than is read at once. */
const SLACK = 2 ** 21;

const counted = (count: number): string => count.toLocaleString('en');

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
    throw new Refused(`${name} ends after line ${counted(lines)} of ${counted(sealed.lines)}`);
  if (head !== sealed.head)
    throw new Refused(`${name}, line ${counted(lines)} is not the last one of the run`);
};

/**
 * Digests a record of exchanges and follows its chain, line by line; it need not fit into memory. `sealed`: what it was when it
 * was sealed; then each line has to be as Assay writes it, no key twice. Throws Refused with the number of the line that was
 * changed, moved, added or cut off.
 */
export const chainDigest = (path: string, sealed?: Sealed): FileDigest & ChainDigest => {
  const name = basename(path);
  return withFile(path, name, (descriptor, size) => {
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
          throw new Refused(`${name}, line ${counted(chain.lines + 1)} was added after the run`);
      },
    };
    for (const line of fileLines(descriptor, reading)) {
      const lines = chain.lines + 1;
      const where = `${name}, line ${counted(lines)}`;
      if (sealed && lines > sealed.lines) throw new Refused(`${where} was added after the run`);
      chain = { lines, head: next(line, chain.head, where) };
      if (sealed && !isWritten(line))
        throw new Refused(`${where} is not written as Assay writes it, such as with a key twice`);
    }
    if (sealed) checkEnd(name, chain, sealed);
    return { name, size, sha256: digest.digest('hex'), ...chain };
  });
};
