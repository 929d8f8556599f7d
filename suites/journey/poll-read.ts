import type { Clock } from '../../client/http/request-pace.ts';
import type { Exchange } from '../../spec/exchange.ts';
import { readBackPause } from '../../spec/read-back-pause.ts';
import { isDisturbance } from '../../spec/transport-statuses.ts';

type Answer = Exchange | 'foreign' | undefined;

/** True if a read may have been too early: its refusal can be that of an unknown id (S11). */
export const isMissing = (answer: Answer): boolean => {
  const status = answer === 'foreign' ? 0 : (answer?.response?.status ?? 0);
  return status >= 400 && status < 500 && status !== 401 && !isDisturbance(status);
};

/** Maximum delay until a write is readable (P7), and the clock that measures it. */
export interface ReadBack {
  readonly target: { readonly decisions: { readonly readBackDelay: number } };
  readonly clock: Clock;
}

/**
 * Polls a read after a write or a creation: immediately, soon again while the answer is stale, and finally at the end of the
 * target's read-back delay (D2, D3, K1). `first`: milliseconds between the first two reads.
 */
export const pollRead = async <T>(
  { target, clock }: ReadBack,
  read: () => Promise<T>,
  isStale: (answer: T) => boolean,
  first?: number,
): Promise<T> => {
  const start = clock.now();
  for (let count = 1; ; count += 1) {
    const sent = clock.now() - start;
    const answer = await read();
    if (!isStale(answer)) return answer;
    const looks = { count, sent, answered: clock.now() - start };
    const pause = readBackPause(looks, target.decisions.readBackDelay, first);
    if (pause === undefined) return answer;
    await clock.sleep(pause);
  }
};
