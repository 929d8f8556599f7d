import { countPairs, isSpokenOf, type PairTrial, pairOutcomeOf } from './pair-outcome.ts';

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
