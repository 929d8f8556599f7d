import { type Marks } from './marks.ts';
import { isFaultSitting, outcomeOf } from './outcome.ts';
import type { Sitting } from './sitting.ts';

/** What an exam was sat with. */
export interface ExamCircumstances {
  readonly version: string;
  readonly startedAt: string;
  readonly milliseconds: number;
  readonly seed: number;
  readonly policy: 'gate' | 'certify';
}

/** The result of an exam as plain data: what every fault made fail, and how every correct service fared. */
export const killMatrix = (
  circumstances: ExamCircumstances,
  sittings: readonly Sitting[],
  marks: Marks,
) => {
  const faults = sittings.filter(isFaultSitting).map((sitting) => ({
    id: sitting.candidate.id,
    ...(sitting.candidate.on === undefined ? {} : { on: sitting.candidate.on }),
    seed: sitting.candidate.seed,
    area: sitting.candidate.area,
    requirement: sitting.candidate.requirement,
    what: sitting.candidate.what,
    outcome: outcomeOf(sitting),
    cells: sitting.candidate.cells,
    failed: sitting.failed,
    failedCells: sitting.failedCells,
    inconclusive: sitting.inconclusive,
    ...(sitting.caughtAfter === undefined ? {} : { caughtAfter: sitting.caughtAfter }),
    milliseconds: Math.round(sitting.milliseconds),
  }));
  const services = sittings
    .filter((sitting) => !isFaultSitting(sitting))
    .map(({ candidate, exitCode, failed, inconclusive, milliseconds }) => ({
      id: candidate.id,
      seed: candidate.seed,
      exitCode,
      failed,
      inconclusive,
      milliseconds: Math.round(milliseconds),
    }));
  return { ...circumstances, marks, faults, services };
};
