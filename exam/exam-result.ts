import type { MutationScore } from './mutation-exam.ts';
import type { Score } from './score.ts';
import type { Trial } from './trial.ts';

/** What an exam was conducted with. */
export interface ExamCircumstances {
  readonly version: string;
  readonly startedAt: string;
  readonly milliseconds: number;
  readonly seed: number;
  readonly policy: 'gate' | 'certify';
}

/** What an exam found. */
export interface ExamResult {
  readonly circumstances: ExamCircumstances;
  readonly trials: readonly Trial[];
  readonly score: Score;
  /** Left out where no answers were changed. */
  readonly mutations: MutationScore | undefined;
}

/** The trials of correct services by their name; those whose decisions are drawn are `chance` together. */
export const servicesByName = (trials: readonly Trial[]): ReadonlyMap<string, readonly Trial[]> =>
  Map.groupBy(
    trials.filter(({ candidate }) => candidate.kind === 'dialect'),
    ({ candidate: { id } }) => (id.startsWith('chance:') ? 'chance' : id),
  );
