import { type Dirent, lstatSync, readdirSync, readlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { UsageError } from '../client/usage-error.ts';
import { runFolderAt } from './run-folder.ts';

/** `latest` of replays that were kept within a run points at a folder beside it. */
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

/** Something in a run's folder is no file of its own. */
export class NotOwnFile extends UsageError {}

/**
 * The folder of a run, which holds files and folders alone. Throws NotOwnFile where something in it is a link, a pipe or a device: the
 * run may have come from anybody, and what is read or written there must not be a file elsewhere.
 */
export const ownFilesOf = (folder: string): string => {
  const places = [folder, runFolderAt(folder).allureResults];
  const other = places.flatMap(entriesIn).find(isOther);
  if (other === undefined) return folder;
  const what = other.isSymbolicLink() ? 'a link to another place' : 'no plain file';
  throw new NotOwnFile(
    `${join(other.parentPath, other.name)} is ${what}; a run consists of files of its own, and Assay neither reads nor writes through anything else there: delete it, if you trust the rest`,
  );
};
