import type { ExamResult } from './exam-result.ts';
import { isFaultTrial, outcomeOf } from './outcome.ts';
import { isPairTrial, pairOutcomeOf } from './pair-outcome.ts';

/** The result of an exam as plain data: what every fault made fail, and how every correct service fared. */
export const killMatrix = ({ circumstances, trials, score, mutations }: ExamResult) => {
  const faults = trials.filter(isFaultTrial).map((trial) => ({
    id: trial.candidate.id,
    ...(trial.candidate.on === undefined ? {} : { on: trial.candidate.on }),
    seed: trial.candidate.seed,
    area: trial.candidate.area,
    requirement: trial.candidate.requirement,
    what: trial.candidate.what,
    outcome: outcomeOf(trial),
    cells: trial.candidate.cells,
    failed: trial.failed,
    failedCells: trial.failedCells,
    inconclusive: trial.inconclusive,
    ...(trial.caughtAfter === undefined ? {} : { caughtAfter: trial.caughtAfter }),
    milliseconds: Math.round(trial.milliseconds),
  }));
  const pairs = trials.filter(isPairTrial).map((trial) => ({
    id: trial.candidate.id,
    seed: trial.candidate.seed,
    requirement: trial.candidate.requirement,
    what: trial.candidate.what,
    outcome: pairOutcomeOf(trial),
    shown: trial.shown ?? 0,
    failed: trial.failed,
    inconclusive: trial.inconclusive,
    ...(trial.kept === undefined ? {} : { kept: trial.kept }),
    milliseconds: Math.round(trial.milliseconds),
  }));
  const services = trials
    .filter(({ candidate }) => candidate.kind === 'dialect')
    .map(({ candidate, exitCode, failed, inconclusive, milliseconds }) => ({
      id: candidate.id,
      seed: candidate.seed,
      exitCode,
      failed,
      inconclusive,
      milliseconds: Math.round(milliseconds),
    }));
  return { ...circumstances, score, faults, pairs, services, mutations };
};
