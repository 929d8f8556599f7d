import { UsageError } from '../../client/usage-error.ts';
import type { RunOptions } from '../run-options.ts';
import { seedOfChallenge } from '../../store/certificate/challenge.ts';

/** An order with the seed of the challenge that it answers. Throws UsageError if it was given a seed as well. */
export const withChallenge = <Order extends Pick<RunOptions, 'challenge' | 'seed'>>(
  order: Order,
  hasSeed: boolean,
): Order => {
  if (order.challenge === undefined) return order;
  if (hasSeed)
    throw new UsageError(
      '--challenge and --seed exclude each other: the seed derives from the challenge; leave --seed out',
    );
  return { ...order, seed: seedOfChallenge(order.challenge) };
};
