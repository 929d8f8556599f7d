import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { programFiles, PROJECT } from '../../client/project.ts';
import { UsageError } from '../../client/usage-error.ts';
import { readJsonLines } from '../../store/json-lines.ts';
import { writeAtomically } from '../../store/atomic-write.ts';
import type { Judged } from './mutant-trial.ts';

/** Folders on which the verdict on a mutant depends. */
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

/** Header line: judgements made with other code or data are void. */
interface Head {
  readonly code: string;
  readonly seed: number;
}

/** Checkpoint of an exam of the source, from which a later one can resume. */
export interface ExamCheckpoint {
  readonly judged: readonly Judged[];
  readonly add: (judged: Judged) => void;
  /** Deletes the checkpoint at the end of the exam. */
  readonly end: () => void;
}

/** Null object for a partial exam, which cannot be resumed. */
export const NO_CHECKPOINT: ExamCheckpoint = {
  judged: [],
  add: () => undefined,
  end: () => undefined,
};

/** A digest of all code and data on which the outcome of a mutant depends. */
export const codeDigest = (): string => {
  const digest = createHash('sha256');
  for (const path of FOLDERS.flatMap((folder) => programFiles(folder)))
    digest.update(`${path}\n${readFileSync(join(PROJECT, path), 'utf8')}\n`);
  return digest.digest('hex').slice(0, 16);
};

const resumedJudgements = (path: string, head: Head): readonly Judged[] => {
  if (!existsSync(path))
    throw new UsageError('--resume: no exam of the source was stopped here; omit --resume');
  // A last line truncated by a kill is judged again.
  const [first, ...judged] = readJsonLines<Head | Judged>(path).items;
  if (JSON.stringify(first) !== JSON.stringify(head))
    throw new UsageError(
      '--resume: the exam that was stopped here had other code or another --seed; omit --resume',
    );
  return judged as readonly Judged[];
};

/** Starts a checkpoint, or resumes from the file. Throws UsageError if it was written by other code. */
export const openCheckpoint = (path: string, seed: number, resume: boolean): ExamCheckpoint => {
  const head: Head = { code: codeDigest(), seed };
  const judged = resume ? resumedJudgements(path, head) : [];
  const lines = [head, ...judged].map((each) => `${JSON.stringify(each)}\n`);
  writeAtomically(path, lines.join(''));
  return {
    judged,
    add: (each) => appendFileSync(path, `${JSON.stringify(each)}\n`),
    end: () => rmSync(path, { force: true }),
  };
};
