import { readdirSync, renameSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { makeUnique } from '../store/run-folder.ts';
import type { Candidate } from './candidate.ts';

/**
 * Makes the folder of an exam's result, `…/20261121-094047-exam` below `out`, named after its start (ISO 8601). A
 * second exam in the same second gets a unique name.
 */
export const examFolder = (out: string, startedAt: string): string =>
  makeUnique(join(out, `${startedAt.slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-')}-exam`));

/** Moves all entries of one folder into another. */
export const moveInto = (folder: string, from: string): void => {
  for (const name of readdirSync(from)) renameSync(join(from, name), join(folder, name));
};

/** Maximum number of runs that an exam keeps: each is as large as everything that it sent. */
const MOST = 20;

/**
 * Keeps a suspicious run, since it may not be reproducible, and returns its path below the exam's folder:
 * `unclean/chance-7-seed-7`. Undefined once the maximum is reached.
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
  const name = `${candidate.id.replaceAll(/[^\w.-]+/g, '-')}${candidate.kind === 'pair' && candidate.policy === 'certify' ? '-certify' : ''}-seed-${candidate.seed}`;
  renameSync(run, join(folder, name));
  return join('unclean', name);
};
