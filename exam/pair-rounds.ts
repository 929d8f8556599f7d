import type { ExamOptions } from './exam-options.ts';
import type { PairCandidate } from './candidate.ts';
import { isCaught } from './pair-rates.ts';
import { isPairTrial } from './outcome.ts';
import type { Trial } from './trial.ts';

/**
 * Tries the pairs: gates with one seed after the other until one catches the pair, and with `certify` one certify of each.
 * `tryAll` conducts the runs of a round.
 */
export const tryInRounds = async (
  pairs: readonly PairCandidate[],
  { seed, faultSeeds, certify }: Pick<ExamOptions, 'seed' | 'faultSeeds' | 'certify'>,
  tryAll: (candidates: readonly PairCandidate[]) => Promise<readonly Trial[]>,
): Promise<readonly Trial[]> => {
  const trials: Trial[] = [];
  let left = pairs;
  for (let at = 0; at < faultSeeds && left.length > 0; at += 1) {
    const round = await tryAll(left.map((each) => ({ ...each, seed: seed + at })));
    trials.push(...round);
    const caught = new Set(
      round
        .filter(isPairTrial)
        .filter(isCaught)
        .map(({ candidate }) => candidate.id),
    );
    left = left.filter(({ id }) => !caught.has(id));
  }
  if (!certify) return trials;
  return [...trials, ...(await tryAll(pairs.map((each) => ({ ...each, policy: 'certify' }))))];
};
