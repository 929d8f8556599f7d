import { Refused } from './refused.ts';

// As little of the ustar format as a run needs: plain files of up to 100 bytes of name. `tar xzf` reads it, too.

const BLOCK = 512;
const NAME = 100;
const SIZE_AT = 124;
const SUM_AT = 148;
const TYPE_AT = 156;

/** A file of an archive. */
export interface TarEntry {
  /** With `/`. */
  readonly name: string;
  readonly bytes: Buffer;
}

const octal = (number: number, width: number): string =>
  `${number.toString(8).padStart(width - 1, '0')}\0`;

const sumOf = (header: Buffer): number =>
  header.reduce((sum, byte, at) => sum + (at >= SUM_AT && at < SUM_AT + 8 ? 0x20 : byte), 0);

/** What stands before a file of so many bytes. Throws where the name is too long. */
export const tarHeader = (name: string, size: number): Buffer => {
  if (Buffer.byteLength(name) > NAME) throw new Error(`${name} is too long a name to be packed`);
  const header = Buffer.alloc(BLOCK);
  header.write(name, 0);
  header.write(octal(0o644, 8) + octal(0, 8) + octal(0, 8) + octal(size, 12) + octal(0, 12), NAME);
  header.write('0', TYPE_AT);
  header.write('ustar\x0000', 257, 'latin1');
  header.write(`${octal(sumOf(header), 7)} `, SUM_AT);
  return header;
};

/** What fills the last block of a file, and what ends an archive. */
export const tarPadding = (size: number): Buffer => Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK);
export const TAR_END: Readonly<Buffer> = Buffer.alloc(2 * BLOCK);

const textAt = (header: Buffer, from: number, length: number): string =>
  header.toString('utf8', from, from + length).split('\0')[0] ?? '';

/** The files of an archive. Throws Refused where it was cut off or changed, or holds a link or a folder. */
export function* tarEntries(tar: Buffer): Generator<TarEntry> {
  for (let at = 0; ;) {
    const header = tar.subarray(at, at + BLOCK);
    if (header.length < BLOCK) throw new Refused('the packed run was cut off');
    if (header.every((byte) => byte === 0)) return;
    const length = textAt(header, SIZE_AT, 12);
    const size = Number.parseInt(length, 8);
    const isFile = header[TYPE_AT] === 0x30 && /^[0-7]+$/.test(length);
    if (Number.parseInt(textAt(header, SUM_AT, 8), 8) !== sumOf(header) || !isFile)
      throw new Refused('the packed run was changed, or holds more than plain files');
    const bytes = tar.subarray(at + BLOCK, at + BLOCK + size);
    if (bytes.length < size) throw new Refused('the packed run was cut off');
    yield { name: textAt(header, 0, NAME), bytes };
    at += BLOCK + size + tarPadding(size).length;
  }
}
