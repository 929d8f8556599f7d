import { closeSync, lstatSync, mkdirSync, mkdtempSync, openSync, rmdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { systemErrorText } from './usage-error.ts';

const isThere = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined;

const missingTo = (folder: string): readonly string[] => {
  const missing: string[] = [];
  for (let at = folder; !isThere(at) && dirname(at) !== at; at = dirname(at)) missing.unshift(at);
  return missing;
};

/** Removes a folder that was made to try it, unless something is in it by now. */
const removeEmpty = (folder: string): void => {
  try {
    rmdirSync(folder);
  } catch {
    // Another run has begun to use it.
  }
};

/** Tries something in a folder and leaves nothing behind, of the folder neither. */
const tryIn = (folder: string, attempt: () => void): void => {
  const made: string[] = [];
  try {
    // One by one: below /proc Node turns round for ever where it is to make all of them.
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

const isCrossed = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'EEXIST');

/** In words why something cannot be written; two runs may try the same folder, and take it from each other. */
const troubleWith = (folder: string, attempt: () => void): string | undefined => {
  for (let tries = 1; ; tries += 1) {
    try {
      tryIn(folder, attempt);
      return undefined;
    } catch (error) {
      if (tries === AGAIN || !isCrossed(error)) return systemErrorText(error);
    }
  }
};

/** Why nothing can be written into a folder, in words; undefined where it can. It need not exist, and stays as it is. */
export const folderWriteError = (folder: string): string | undefined =>
  troubleWith(folder, () => rmdirSync(mkdtempSync(join(folder, '.assay-'))));

/** Why a file cannot be written, in words; undefined where it can. It need not exist, and stays as it is. */
export const fileWriteError = (file: string): string | undefined =>
  troubleWith(dirname(file), () => {
    const isNew = !isThere(file);
    closeSync(openSync(file, isNew ? 'wx' : 'a'));
    if (isNew) rmSync(file);
  });
