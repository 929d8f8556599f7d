import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { programFiles, PROJECT } from '../../client/project.ts';
import { UsageError } from '../../client/usage-error.ts';
import { readJsonLines } from '../../store/json-lines.ts';
import { writeAtomically } from '../../store/atomic-write.ts';
import type { Judged } from './mutant-trial.ts';

/** Whatever a verdict on a mutant follows from. */
const FOLDERS = [
  'spec',
  'generators',
  'oracles',
  'client',
  'suites',
  'reference',
  'store',
  'reports',
  'runner',
  'exam',
  'cli',
];

/** The first line of the file: what was judged by other code, or with other data, says nothing now. */
interface Head {
  readonly code: string;
  readonly seed: number;
}

/** What an exam of the source has judged so far, which a later one may go on from. */
export interface JudgedSoFar {
  readonly judged: readonly Judged[];
  readonly add: (judged: Judged) => void;
  /** Forgets all, once the exam has come to its end. */
  readonly end: () => void;
}

/** Of an exam of a part, which nobody goes on with. */
export const NOT_KEPT: JudgedSoFar = {
  judged: [],
  add: () => undefined,
  end: () => undefined,
};

/** A digest of all code and data from which the outcome of a mutant follows. */
export const codeDigest = (): string => {
  const digest = createHash('sha256');
  for (const path of FOLDERS.flatMap(programFiles))
    digest.update(`${path}\n${readFileSync(join(PROJECT, path), 'utf8')}\n`);
  return digest.digest('hex').slice(0, 16);
};

const goneOnWith = (path: string, head: Head): readonly Judged[] => {
  if (!existsSync(path))
    throw new UsageError('--resume: no exam of the source was stopped here; leave --resume out');
  // A last line that a kill tore is judged again.
  const [first, ...judged] = readJsonLines<Head | Judged>(path).items;
  if (JSON.stringify(first) !== JSON.stringify(head))
    throw new UsageError(
      '--resume: the exam that was stopped here had other code or another --seed; leave --resume out',
    );
  return judged as readonly Judged[];
};

/** Begins anew, or goes on with what the file holds. Throws UsageError where it was written by other code. */
export const judgedSoFar = (path: string, seed: number, resume: boolean): JudgedSoFar => {
  const head: Head = { code: codeDigest(), seed };
  const judged = resume ? goneOnWith(path, head) : [];
  const lines = [head, ...judged].map((each) => `${JSON.stringify(each)}\n`);
  writeAtomically(path, lines.join(''));
  return {
    judged,
    add: (each) => appendFileSync(path, `${JSON.stringify(each)}\n`),
    end: () => rmSync(path, { force: true }),
  };
};
