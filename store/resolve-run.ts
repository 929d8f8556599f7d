import {
  existsSync,
  statSync,
  type Dirent,
  lstatSync,
  readdirSync,
  readlinkSync,
  mkdtempSync,
  rmSync,
} from 'node:fs';
import { join, basename } from 'node:path';
import { resolveCallerPath, runsFolder } from '../client/project.ts';
import { UsageError, messageOf } from '../client/usage-error.ts';
import { latestRunFolder, type RunFolder, runFolderAt } from './run-folder.ts';
import { tmpdir } from 'node:os';
import { isArchive, type OnForeign, unpackRun } from './certificate/packed-run.ts';

/** Returns the result of `read`; errors become UsageError, since the user named the folder. */
export const orUsageError = <Result>(read: () => Result): Result => {
  try {
    return read();
  } catch (error) {
    throw new UsageError(messageOf(error), { cause: error });
  }
};

/** Tests if a path is that of a packed run, by its content: it may have been renamed, or unzipped. Throws UsageError. */
export const isPackedRun = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isFile() === true &&
  orUsageError(() => isArchive(path));

/**
 * Unpacks a run into a temporary folder that lives as long as this process, or below a given folder. Throws UsageError if it is
 * no packed run.
 */
export const unpackedRun = (file: string, below?: string, onForeign?: OnForeign): string => {
  const folder = below ?? mkdtempSync(join(tmpdir(), 'assay-run-'));
  if (below === undefined)
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return orUsageError(() => unpackRun(file, folder, onForeign));
};

/** `latest` of replays inside a run is a link to a sibling folder. */
const isLatest = ({ name, parentPath }: Dirent): boolean => {
  if (name !== 'latest') return false;
  const to = readlinkSync(join(parentPath, name));
  return basename(to) === to;
};

const isOther = (entry: Dirent): boolean =>
  !entry.isFile() && !entry.isDirectory() && !isLatest(entry);

const entriesIn = (folder: string): readonly Dirent[] =>
  lstatSync(folder, { throwIfNoEntry: false })?.isDirectory()
    ? readdirSync(folder, { withFileTypes: true })
    : [];

/** A run's folder contains something other than regular files and folders. */
export class ForeignFileError extends UsageError {}

/**
 * Checks that the folder of a run contains only regular files and folders. Throws ForeignFileError for a link, a pipe or a device:
 * anyone may have sent the run, and access to it must not reach a file elsewhere.
 */
export const checkedRunFolder = (folder: string): string => {
  const places = [folder, runFolderAt(folder).allureResults];
  const other = places.flatMap(entriesIn).find(isOther);
  if (other === undefined) return folder;
  const what = other.isSymbolicLink() ? 'a symbolic link' : 'not a regular file';
  throw new ForeignFileError(
    `${join(other.parentPath, other.name)} is ${what}; the folder of a run must contain only regular files: delete it, if you trust the rest`,
  );
};

/** Latest run below reports/out. Throws UsageError if there is none. */
export const latestRun = (): RunFolder => orUsageError(() => latestRunFolder(runsFolder()));

/**
 * Folder of a run: a path, a packed run, or the name of a run of this project, such as `latest`; default: the latest.
 * `onForeign` is called with what else a packed run holds. Throws UsageError.
 */
export const resolveRun = (given: string | undefined, onForeign?: OnForeign): string => {
  if (given === undefined) return latestRun().path;
  const path = resolveCallerPath(given);
  const found = [path, join(runsFolder(), given)].find((each) => existsSync(each));
  if (found !== undefined && statSync(found).isDirectory()) return checkedRunFolder(found);
  if (found !== undefined && isPackedRun(found)) return unpackedRun(found, undefined, onForeign);
  if (given === 'latest') return latestRun().path;
  throw new UsageError(
    `expected the folder of a run, or the name of one in ${runsFolder()}, such as latest; got ${given}${found === undefined ? '' : ', a file that is no packed run (tar or tar.gz)'}`,
  );
};
