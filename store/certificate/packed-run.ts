import {
  closeSync,
  createWriteStream,
  existsSync,
  openSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, posix } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip, gunzipSync } from 'node:zlib';
import { pathBelow } from '../../client/paths.ts';
import { readChunks } from '../json-lines.ts';
import { Foreign, Refused } from './bounded-file.ts';

// The subset of the ustar format that a run needs: regular files below one folder, with names of up to 100 bytes. `tar xzf`
// reads it, too. What is read may be packed again by tar: with folders, long names and notes of its own.

const BLOCK = 512;
const NAME_BYTES = 100;
const SIZE_AT = 124;
const SUM_AT = 148;
const TYPE_AT = 156;
const MAGIC_AT = 257;
const PREFIX_AT = 345;
const PREFIX_BYTES = 155;

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

/** Header of a file with this size, in a folder if one is given. Throws if the name is too long. */
export const tarHeader = (name: string, size: number, folder = ''): Buffer => {
  if (Buffer.byteLength(name) > NAME_BYTES)
    throw new Error(`the name ${name} is too long to be packed`);
  const header = Buffer.alloc(BLOCK);
  header.write(name, 0);
  header.write(
    octal(0o644, 8) + octal(0, 8) + octal(0, 8) + octal(size, 12) + octal(0, 12),
    NAME_BYTES,
  );
  header.write('0', TYPE_AT);
  header.write('ustar\x0000', MAGIC_AT, 'latin1');
  header.write(folder, PREFIX_AT, PREFIX_BYTES);
  header.write(`${octal(sumOf(header), 7)} `, SUM_AT);
  return header;
};

/** Padding of a file's last block, and the end of an archive. */
export const tarPadding = (size: number): Buffer => Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK);
/** End of a tar archive: two empty blocks. */
export const TAR_END: Readonly<Buffer> = Buffer.alloc(2 * BLOCK);

const textAt = (header: Buffer, from: number, length: number): string =>
  header.toString('utf8', from, from + length).split('\0')[0] ?? '';

/** Name in a header, with its folder; only ustar itself has a field for that. */
const nameIn = (header: Buffer): string => {
  const isUstar = header.toString('latin1', MAGIC_AT, MAGIC_AT + 6) === 'ustar\0';
  const folder = isUstar ? textAt(header, PREFIX_AT, PREFIX_BYTES) : '';
  const name = textAt(header, 0, NAME_BYTES);
  return folder === '' ? name : `${folder}/${name}`;
};

/** Types of entries: files, folders, and what tar notes about the next file (pax, GNU). */
const [FILE, FOLDER, NOTE, GLOBAL_NOTE, LONG_NAME] = ['0', '5', 'x', 'g', 'L'];

/** Yields the files of an archive. Throws Refused if it was truncated or changed, or contains a link. */
function* tarEntries(tar: Buffer): Generator<TarEntry> {
  let longName: string | undefined;
  for (let at = 0; ;) {
    const header = tar.subarray(at, at + BLOCK);
    if (header.length < BLOCK) throw new Refused('the packed run is truncated');
    if (header.every((byte) => byte === 0)) return;
    const length = textAt(header, SIZE_AT, 12).trim();
    const size = Number.parseInt(length, 8);
    const type = String.fromCharCode(header[TYPE_AT] || 0x30);
    const isKnown = [FILE, FOLDER, NOTE, GLOBAL_NOTE, LONG_NAME].includes(type);
    if (!isHeader(header) || !/^[0-7]+$/.test(length))
      throw new Refused('the packed run was changed');
    if (!isKnown)
      throw new Refused(
        `the packed run contains more than regular files: ${JSON.stringify(nameIn(header))}`,
      );
    const bytes = tar.subarray(at + BLOCK, at + BLOCK + size);
    if (bytes.length < size) throw new Refused('the packed run is truncated');
    if (type === NOTE) longName = /^\d+ path=(.*)$/m.exec(bytes.toString())?.[1] ?? longName;
    if (type === LONG_NAME) longName = textAt(bytes, 0, size);
    if (type === FILE) {
      yield { name: longName ?? nameIn(header), bytes };
      longName = undefined;
    }
    at += BLOCK + size + tarPadding(size).length;
  }
}

/** File extension with which a run is packed. */
const PACKED = '.run.tar.gz';

/** Maximum bytes of a packed run. */
const LARGEST = 2 ** 29;
/** Name of a file in a run, or in its only subfolder. */
const NAME = /^([\w-]+\/)?[\w-][\w.-]*$/;

/** Built reports are left out, since they can be rebuilt. */
const isPacked = (name: string): boolean => NAME.test(name) && !name.startsWith('allure-report');

const namesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map(({ parentPath, name }) => pathBelow(folder, join(parentPath, name)) ?? name)
    .filter(isPacked)
    .toSorted();

function* bytesOf(path: string): Generator<Buffer> {
  const descriptor = openSync(path, 'r');
  try {
    for (const piece of readChunks(descriptor)) yield Buffer.from(piece);
  } finally {
    closeSync(descriptor);
  }
}

/** Streams the archive, so that no file has to fit into memory. */
function* tarOf(folder: string): Generator<Buffer> {
  for (const name of namesIn(folder)) {
    const { size } = statSync(join(folder, name));
    yield tarHeader(name, size, basename(folder));
    yield* bytesOf(join(folder, name));
    yield tarPadding(size);
  }
  yield Buffer.from(TAR_END);
}

/** Packs the folder of a run into one file beside it, atomically; returns its path. */
export const packRun = async (folder: string): Promise<string> => {
  const file = `${folder}${PACKED}`;
  const fresh = `${file}.${process.pid}.tmp`;
  try {
    await pipeline(Readable.from(tarOf(folder)), createGzip(), createWriteStream(fresh));
    renameSync(fresh, file);
  } catch (error) {
    rmSync(fresh, { force: true });
    throw error;
  }
  return file;
};

const GZIP = Buffer.from([0x1f, 0x8b]);

const isZipped = (bytes: Buffer): boolean => bytes.subarray(0, GZIP.length).equals(GZIP);

/** Tests if a header has its own checksum; the oldest tar has no magic number. */
const isHeader = (header: Buffer): boolean =>
  Number.parseInt(textAt(header, SUM_AT, 8), 8) === sumOf(header);

/** Tests by its first bytes if a file is an archive, whatever it is called: zipped, or unzipped by a browser. */
export const isArchive = (file: string): boolean => {
  const start = Buffer.alloc(BLOCK);
  const descriptor = openSync(file, 'r');
  try {
    readSync(descriptor, start);
  } finally {
    closeSync(descriptor);
  }
  return isZipped(start) || isHeader(start);
};

const unzipped = (file: string): Buffer => {
  try {
    let bytes = readFileSync(file);
    // Servers zip again what they take for a text.
    for (let layer = 0; layer < 2 && isZipped(bytes); layer += 1)
      bytes = gunzipSync(bytes, { maxOutputLength: LARGEST });
    return bytes;
  } catch (cause) {
    throw new Foreign(
      `${file} is not a packed run: it is truncated, changed, or another kind of file`,
      { cause },
    );
  }
};

/** Tests for a name that would lead out of the folder into which an archive is unpacked. */
const leadsOut = (name: string): boolean =>
  /^[/\\]|^[a-z]:|\0/i.test(name) || name.split(/[/\\]/).includes('..');

/** What an archive holds. */
interface Packed {
  readonly files: readonly TarEntry[];
  /** Name of the run: that of its folder. */
  readonly run?: string;
  /** Names of files that are not those of a run, which are not unpacked. */
  readonly foreign: readonly string[];
}

/** Folder of the run in an archive, with its slash: that of the run.json that lies highest. */
const folderIn = (file: string, names: readonly string[]): string => {
  const records = names.filter((name) => posix.basename(name) === 'run.json');
  const [highest] = records.toSorted((a, b) => a.split('/').length - b.split('/').length);
  if (highest === undefined) throw new Foreign(`${file} holds no run: it has no run.json`);
  return highest.slice(0, -'run.json'.length);
};

/** Files of an archive below the folder of the run, each with a valid name that occurs once. */
const filesIn = (file: string): Packed => {
  const all = [...tarEntries(unzipped(file))].map(({ name, bytes }) => ({
    name: name.replace(/^(\.\/)+/, ''),
    bytes,
  }));
  const refuse = (name: string): never => {
    throw new Refused(
      `${file} holds ${JSON.stringify(name.slice(0, 60))}, which is not a file of a run, or occurs twice`,
    );
  };
  for (const { name } of all) if (leadsOut(name)) refuse(name);
  const folder = folderIn(
    file,
    all.map(({ name }) => name),
  );
  const isOwn = ({ name }: TarEntry): boolean =>
    name.startsWith(folder) && isPacked(name.slice(folder.length));
  const files = all
    .filter(isOwn)
    .map(({ name, bytes }) => ({ name: name.slice(folder.length), bytes }));
  const folders = new Set(files.map(({ name }) => posix.dirname(name.toLowerCase())));
  const seen = new Set<string>();
  for (const { name } of files) {
    // On macOS and Windows, names that differ only in case are one file.
    const key = name.toLowerCase();
    if (seen.has(key) || folders.has(key)) refuse(name);
    seen.add(key);
  }
  const foreign = all
    .filter((entry) => !isOwn(entry) && !entry.name.startsWith(`${folder}allure-report`))
    .map(({ name }) => name);
  const run = posix.basename(folder);
  return { files, foreign, ...(/^[\w-][\w.-]*$/.test(run) ? { run } : {}) };
};

/** Destination of a packed run: a new folder with the name of the run, else of the file. Throws Foreign. */
const placeOf = (file: string, run: string | undefined, below: string): string => {
  const name = run ?? basename(file).replace(/(\.run)?(\.tar)?(\.gz)?$|\.tgz$/, '');
  if (name.startsWith('.') || name === '')
    throw new Foreign(`the name of ${file} cannot be that of a folder; rename it to RUN${PACKED}`);
  const folder = join(below, name);
  if (existsSync(folder))
    throw new Foreign(
      `${file} cannot be unpacked, since ${folder} exists; name that folder, or move it`,
    );
  return folder;
};

/** Called with the names of files that are no part of a run. */
export type OnForeign = (names: readonly string[]) => void;

/** Unpacks a run below a folder, atomically; returns its path. Throws Foreign and Refused if it is no packed run. */
export const unpackRun = (
  file: string,
  below: string,
  onForeign: OnForeign = () => undefined,
): string => {
  const { files: entries, run, foreign } = filesIn(file);
  onForeign(foreign);
  const folder = placeOf(file, run, below);
  const fresh = `${folder}.${process.pid}.tmp`;
  try {
    mkdirSync(fresh);
    for (const { name, bytes } of entries) {
      mkdirSync(dirname(join(fresh, name)), { recursive: true });
      writeFileSync(join(fresh, name), bytes, { flag: 'wx' });
    }
    renameSync(fresh, folder);
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    throw error;
  }
  return folder;
};
