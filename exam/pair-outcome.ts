import { EXIT } from '../oracles/exit-code.ts';
import type { PairCandidate } from './candidate.ts';
import type { Trial } from './trial.ts';

/**
 * What became of a fault under a condition, from worst to best: the run did not end as one should; it was conformant though
 * the fault showed; the fault never showed; the run stood open; another requirement failed; that which the fault breaks failed.
 */
export const PAIR_OUTCOMES = ['broken', 'green', 'not shown', 'open', 'misnamed', 'named'] as const;

/** What became of a fault under a condition. */
export type PairOutcome = (typeof PAIR_OUTCOMES)[number];

/** A trial of a fault under a condition. */
export type PairTrial = Trial & { readonly candidate: PairCandidate };

/** Whether a trial was one of a fault under a condition. */
export const isPairTrial = (trial: Trial): trial is PairTrial => trial.candidate.kind === 'pair';

/** What became of the fault of a trial. */
export const pairOutcomeOf = ({
  candidate,
  exitCode,
  failed,
  shown = 0,
}: PairTrial): PairOutcome => {
  if (exitCode === EXIT.nonConformant)
    return failed.includes(candidate.requirement) ? 'named' : 'misnamed';
  if (exitCode !== EXIT.conformant && exitCode !== EXIT.incomplete) return 'broken';
  if (shown === 0) return 'not shown';
  return exitCode === EXIT.incomplete ? 'open' : 'green';
};

/**
 * Tells if a trial ended as it must: the harness failed the service or left the run open. A drawn fault is a measure, since it may
 * show only in what the text leaves open, or never: it is counted, and asks nothing of the harness.
 */
export const isSpokenOf = (trial: PairTrial): boolean => {
  const outcome = pairOutcomeOf(trial);
  if (outcome === 'not shown' || outcome === 'green') return !trial.candidate.mustShow;
  return outcome !== 'broken';
};

/** How many trials came to each outcome; those that none came to are left out. */
export const countPairs = (
  trials: readonly PairTrial[],
): ReadonlyMap<PairOutcome, readonly PairTrial[]> => {
  const by = Map.groupBy(trials, pairOutcomeOf);
  return new Map(
    PAIR_OUTCOMES.flatMap((each) => (by.has(each) ? [[each, by.get(each) ?? []]] : [])),
  );
};
