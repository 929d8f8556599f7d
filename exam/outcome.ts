import type { FaultCandidate } from './candidate.ts';
import { isPairTrial, isSpokenOf } from './pair-outcome.ts';
import type { Trial } from './trial.ts';

/**
 * What became of a fault, from worst to best: nothing failed; something failed, but not what it breaks; that, but not on
 * every operation on which it is broken; that and another requirement; that requirement alone.
 */
export const OUTCOMES = ['survived', 'misnamed', 'partial', 'collateral', 'exact'] as const;

/** What became of a fault. */
export type FaultOutcome = (typeof OUTCOMES)[number];

/** A trial of a fault. */
export type FaultTrial = Trial & { readonly candidate: FaultCandidate };

/** Whether a trial was one of a fault. */
export const isFaultTrial = (trial: Trial): trial is FaultTrial => trial.candidate.kind === 'fault';

/** What became of the fault of a trial. */
export const outcomeOf = (trial: FaultTrial): FaultOutcome => {
  const { candidate, failed, failedCells, exitCode } = trial;
  if (exitCode !== 1 || failed.length === 0) return 'survived';
  if (!failed.includes(candidate.requirement)) return 'misnamed';
  if (candidate.cells.some((cell) => !failedCells.includes(cell))) return 'partial';
  return failed.length === 1 ? 'exact' : 'collateral';
};

/**
 * Whether the harness got a candidate right: a fault by its name and nothing else, one under a condition in any way that is
 * not green, a dialect without any finding.
 */
export const isRight = (trial: Trial): boolean => {
  if (isPairTrial(trial)) return isSpokenOf(trial);
  return isFaultTrial(trial) ? outcomeOf(trial) === 'exact' : trial.exitCode === 0;
};

/** Whether one outcome is worse than another. */
export const isWorse = (outcome: FaultOutcome, than: FaultOutcome): boolean =>
  OUTCOMES.indexOf(outcome) < OUTCOMES.indexOf(than);

/** The trials of faults, the worst first. */
export const worstFirst = (trials: readonly FaultTrial[]): readonly FaultTrial[] =>
  trials.toSorted((a, b) => OUTCOMES.indexOf(outcomeOf(a)) - OUTCOMES.indexOf(outcomeOf(b)));
