import {
  closeSync,
  createWriteStream,
  existsSync,
  openSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip, gunzipSync } from 'node:zlib';
import { pieces } from '../line-by-line.ts';
import { Foreign, Refused } from './refused.ts';
import { TAR_END, tarEntries, type TarEntry, tarHeader, tarPadding } from './tar.ts';

/** How the file of a packed run ends. */
export const PACKED = '.run.tar.gz';

/** Bytes that a packed run may come to. */
const LARGEST = 2 ** 29;
/** A file of a run, or of its one folder. */
const NAME = /^([\w-]+\/)?[\w-][\w.-]*$/;

/** A report that was built is built again from the rest. */
const isPacked = (name: string): boolean => NAME.test(name) && !name.startsWith('allure-report');

const namesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map((file) =>
      join(file.parentPath, file.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
    .filter(isPacked)
    .toSorted();

function* bytesOf(path: string): Generator<Buffer> {
  const descriptor = openSync(path, 'r');
  try {
    for (const piece of pieces(descriptor)) yield Buffer.from(piece);
  } finally {
    closeSync(descriptor);
  }
}

/** Piece by piece, so that no file has to fit into memory. */
function* tarOf(folder: string): Generator<Buffer> {
  for (const name of namesIn(folder)) {
    const { size } = statSync(join(folder, name));
    yield tarHeader(name, size);
    yield* bytesOf(join(folder, name));
    yield tarPadding(size);
  }
  yield Buffer.from(TAR_END);
}

/** Packs the folder of a run into one file beside it, whole or not at all; returns its path. */
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

const unzipped = (file: string): Buffer => {
  try {
    return gunzipSync(readFileSync(file), { maxOutputLength: LARGEST });
  } catch (cause) {
    throw new Foreign(
      `${file} is no packed run: it was cut off or changed, or is not what its name says`,
      { cause },
    );
  }
};

/** All files of an archive, each a file of a run and there once. Throws Refused. */
const filesIn = (file: string): readonly TarEntry[] => {
  const entries = [...tarEntries(unzipped(file))];
  const folders = new Set(entries.map(({ name }) => dirname(name)));
  const seen = new Set<string>();
  for (const { name } of entries) {
    if (!isPacked(name) || name.includes('..') || seen.has(name) || folders.has(name))
      throw new Refused(
        `${file} holds ${JSON.stringify(name.slice(0, 60))}, which is no file of a run, or not its only one`,
      );
    seen.add(name);
  }
  return entries;
};

/** Where a packed run is unpacked: a new folder below another one, called as its file is. Throws Foreign. */
const placeOf = (file: string, below: string): string => {
  const name = basename(file, PACKED);
  if (name.startsWith('.'))
    throw new Foreign(`${file} has no name that a folder can have; call it RUN${PACKED}`);
  const folder = join(below, name);
  if (existsSync(folder))
    throw new Foreign(
      `${file} cannot be unpacked, since ${folder} is there; name that folder, or move it away`,
    );
  return folder;
};

/**
 * Unpacks a run into a folder below another one, whole or not at all; returns its path. Throws Foreign and Refused for what is
 * no packed run.
 */
export const unpackRun = (file: string, below: string): string => {
  const folder = placeOf(file, below);
  const entries = filesIn(file);
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
