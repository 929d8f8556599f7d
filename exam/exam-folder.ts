import { readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { makeUnique } from '../store/run-folder.ts';

/**
 * Makes the folder of an exam's result, `…/20261121-094047-exam` below `out`, from the moment (ISO 8601) at which it began. One that
 * began in the same second has a name of its own.
 */
export const examFolder = (out: string, startedAt: string): string =>
  makeUnique(join(out, `${startedAt.slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-')}-exam`));

/** Moves all that lies in one folder into another. */
export const moveInto = (folder: string, from: string): void => {
  for (const name of readdirSync(from)) renameSync(join(from, name), join(folder, name));
};
