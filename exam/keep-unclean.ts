import { mkdirSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import type { Candidate } from './candidate.ts';

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
