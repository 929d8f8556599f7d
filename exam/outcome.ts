import type { FaultCandidate } from './candidate.ts';
import type { Sitting } from './sitting.ts';

/**
 * What became of a fault, from worst to best: nothing failed; something failed, but not what it breaks; that, but not on
 * every operation on which it is broken; that and another requirement; that requirement alone.
 */
export const OUTCOMES = ['survived', 'misnamed', 'partial', 'collateral', 'exact'] as const;

/** What became of a fault. */
export type FaultOutcome = (typeof OUTCOMES)[number];

/** A sitting of a fault. */
export type FaultSitting = Sitting & { readonly candidate: FaultCandidate };

/** Whether a sitting was one of a fault. */
export const isFaultSitting = (sitting: Sitting): sitting is FaultSitting =>
  sitting.candidate.kind === 'fault';

/** What became of the fault of a sitting. */
export const outcomeOf = (sitting: FaultSitting): FaultOutcome => {
  const { candidate, failed, failedCells, exitCode } = sitting;
  if (exitCode !== 1 || failed.length === 0) return 'survived';
  if (!failed.includes(candidate.requirement)) return 'misnamed';
  if (candidate.cells.some((cell) => !failedCells.includes(cell))) return 'partial';
  return failed.length === 1 ? 'exact' : 'collateral';
};

/** Whether the harness got a candidate right: a fault by its name and nothing else, a dialect without any finding. */
export const isRight = (sitting: Sitting): boolean =>
  isFaultSitting(sitting) ? outcomeOf(sitting) === 'exact' : sitting.exitCode === 0;

/** Whether one outcome is worse than another. */
export const isWorse = (outcome: FaultOutcome, than: FaultOutcome): boolean =>
  OUTCOMES.indexOf(outcome) < OUTCOMES.indexOf(than);
