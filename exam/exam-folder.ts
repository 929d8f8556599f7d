import { readdirSync, renameSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { makeUnique } from '../store/run-folder.ts';
import type { Candidate } from './candidate.ts';

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

/** Runs that an exam keeps at most: each is as large as all that it sent. */
const MOST = 20;

/**
 * Keeps a run that was not as it should be, since it may not be so again, and returns where it lies below the exam's folder:
 * `unclean/chance-7-seed-7`. Undefined once there are enough.
 */
export const keepUnclean = (
  run: string,
  [candidate]: readonly Candidate[],
  root: string,
): string | undefined => {
  if (candidate === undefined) return undefined;
  const folder = join(root, 'unclean');
  mkdirSync(folder, { recursive: true });
  if (readdirSync(folder).length >= MOST) return undefined;
  const name = `${candidate.id.replaceAll(/[^\w.-]+/g, '-')}-seed-${candidate.seed}`;
  renameSync(run, join(folder, name));
  return join('unclean', name);
};
