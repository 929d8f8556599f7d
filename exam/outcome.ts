import type { FaultCandidate, PairCandidate } from './candidate.ts';
import type { Trial } from './trial.ts';
import { EXIT } from '../oracles/exit-code.ts';

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

/** What became of a fault under a condition, in words. */
const describePair = (trial: PairTrial): string => {
  const { candidate, failed, inconclusive, exitCode, shown = 0 } = trial;
  const times = `wrong in ${shown} ${shown === 1 ? 'call' : 'calls'}`;
  const others = failed.filter((id) => id !== candidate.requirement);
  switch (pairOutcomeOf(trial)) {
    case 'named':
      return `failed, ${times}${others.length > 0 ? `; beside it ${others.join(', ')}` : ''}`;
    case 'misnamed':
      return `failed as ${others.join(', ')}, ${times}`;
    case 'open':
      return `inconclusive as ${inconclusive.join(', ')}, ${times}`;
    case 'green':
      return `conformant, ${times}`;
    case 'not shown':
      return `not shown: the service was never wrong (exit ${exitCode})`;
    default:
      return `exit ${exitCode ?? 'none, killed'}, ${times}`;
  }
};

const pairLine = (trial: PairTrial): string => {
  const { id, requirement, seed } = trial.candidate;
  const isGreen = pairOutcomeOf(trial) === 'green';
  const sign = isSpokenOf(trial) && !isGreen ? '✓' : '✗';
  return `${sign} ${id} with seed ${seed}  ${requirement}  ${describePair(trial)}`;
};

/** Faults under conditions, a line each, the worst first; empty where none was tried. */
export const renderPairs = (trials: readonly PairTrial[]): string =>
  [...countPairs(trials).values()].flatMap((each) => each.map(pairLine)).join('\n');

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
