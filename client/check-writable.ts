import {
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  realpathSync,
  rmdirSync,
  rmSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { systemErrorText } from './usage-error.ts';

const isThere = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined;

const missingTo = (folder: string): readonly string[] => {
  const missing: string[] = [];
  for (let at = folder; !isThere(at) && dirname(at) !== at; at = dirname(at)) missing.unshift(at);
  return missing;
};

/** Removes a folder that was created for the attempt, unless it is no longer empty. */
const removeEmpty = (folder: string): void => {
  try {
    rmdirSync(folder);
  } catch {
    // Another run has begun to use it.
  }
};

/** Attempts something in a folder and leaves nothing behind, including the folder. */
const tryIn = (folder: string, attempt: () => void): void => {
  const made: string[] = [];
  try {
    // One by one: below /proc a recursive mkdir of Node never returns.
    for (const path of missingTo(folder)) {
      mkdirSync(path);
      made.unshift(path);
    }
    attempt();
  } finally {
    for (const path of made) removeEmpty(path);
  }
};

const AGAIN = 3;

const isRemovedMeanwhile = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'EEXIST');

/** Error of an attempt in words. Two runs may try the same folder, and remove it from under each other. */
const writeErrorIn = (folder: string, attempt: () => void): string | undefined => {
  for (let tries = 1; ; tries += 1) {
    try {
      tryIn(folder, attempt);
      return undefined;
    } catch (error) {
      if (tries === AGAIN || !isRemovedMeanwhile(error)) return systemErrorText(error);
    }
  }
};

/** Reason why a folder is not writable, in words; undefined if it is. It need not exist, and stays unchanged. */
export const folderWriteError = (folder: string): string | undefined =>
  writeErrorIn(folder, () => rmdirSync(mkdtempSync(join(folder, '.assay-'))));

/** Reason why a file is not writable, in words; undefined if it is. It need not exist, and stays unchanged. */
export const fileWriteError = (file: string): string | undefined =>
  writeErrorIn(dirname(file), () => {
    const isNew = !isThere(file);
    closeSync(openSync(file, isNew ? 'wx' : 'a'));
    if (isNew) rmSync(file);
  });

/** Systems whose folders usually ignore case, so that `A.xml` and `a.xml` are one file. */
const CASELESS: readonly string[] = ['darwin', 'win32'];

const canonical = (file: string): string => {
  if (existsSync(file)) return realpathSync(file);
  const folder = dirname(file);
  return folder === file ? file : join(canonical(folder), basename(file));
};

/** Key of a file, existing or not, which is equal for all its names: without links, and in lower case where case is ignored. */
export const placeOf = (file: string): string =>
  CASELESS.includes(process.platform) ? canonical(file).toLowerCase() : canonical(file);
