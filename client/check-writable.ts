import { closeSync, lstatSync, mkdirSync, mkdtempSync, openSync, rmdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
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
