import { createHash } from 'node:crypto';
import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pieceBuffer, pieces } from '../line-by-line.ts';
import { withFile } from './bounded-file.ts';
import { Foreign } from './refused.ts';

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
export const fileDigest = (folder: string, name: string, buffer = pieceBuffer()): FileDigest =>
  withFile(join(folder, name), name, (descriptor) => {
    const digest = createHash('sha256');
    let size = 0;
    for (const piece of pieces(descriptor, buffer)) {
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
  const buffer = pieceBuffer();
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
