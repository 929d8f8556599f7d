import type { Clock } from '../../client/http/request-pace.ts';
import type { Exchange } from '../../spec/exchange.ts';
import { readBackPause } from '../../spec/read-back-pause.ts';
import { isDisturbance } from '../../spec/transport-statuses.ts';

type Answer = Exchange | 'foreign' | undefined;

/** Whether a read may have been too early: a refusal that an id which is not known yet can have (S11). */
export const isMissing = (answer: Answer): boolean => {
  const status = answer === 'foreign' ? 0 : (answer?.response?.status ?? 0);
  return status >= 400 && status < 500 && status !== 401 && !isDisturbance(status);
};

/** How long what was written may take to be read (P7), and the clock it is measured by. */
export interface ReadBack {
  readonly target: { readonly decisions: { readonly readBackDelay: number } };
  readonly clock: Clock;
}

/**
 * Reads what was just written or made: at once, soon again while the answer is stale, and the last time when the target's
 * read-back delay is over (D2, D3, K1). `first`: milliseconds between the first two looks.
 */
export const untilThere = async <T>(
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
