import { UsageError } from '../../client/usage-error.ts';
import type { RunOptions } from '../run-options.ts';
import { seedOfChallenge } from '../../store/certificate/challenge.ts';

/** Derives the seed of an order from the challenge that it answers. Throws UsageError if a seed was given as well. */
export const withChallenge = <Order extends Pick<RunOptions, 'challenge' | 'seed'>>(
  order: Order,
  hasSeed: boolean,
): Order => {
  if (order.challenge === undefined) return order;
  if (hasSeed)
    throw new UsageError(
      '--challenge and --seed exclude each other: the seed derives from the challenge; omit --seed',
    );
  return { ...order, seed: seedOfChallenge(order.challenge) };
};
