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

/** Options of a poll. */
interface PollOptions<T> {
  /** Milliseconds between the first two reads. */
  readonly first?: number;
  /** Tests for an answer that shows nothing but failures that are proven already: another late look would change no verdict. */
  readonly isKnown?: (answer: T) => boolean;
}

/** Part of the delay after which a poll ends whose answer is known. */
const SHORT = 1 / 10;

/**
 * Polls a read after a write or a creation: immediately, soon again while the answer is stale, and finally at the end of the
 * target's read-back delay (D2, D3, K1).
 */
export const pollRead = async <T>(
  { target, clock }: ReadBack,
  read: () => Promise<T>,
  isStale: (answer: T) => boolean,
  { first, isKnown = () => false }: PollOptions<T> = {},
): Promise<T> => {
  const start = clock.now();
  for (let count = 1; ; count += 1) {
    const sent = clock.now() - start;
    const answer = await read();
    if (!isStale(answer)) return answer;
    const looks = { count, sent, answered: clock.now() - start };
    const delay = target.decisions.readBackDelay * (isKnown(answer) ? SHORT : 1);
    const pause = readBackPause(looks, delay, first);
    if (pause === undefined) return answer;
    await clock.sleep(pause);
  }
};
