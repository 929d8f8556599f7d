import type { Exchange } from '../../spec/exchange.ts';
import { isUnread, NOT_SENT } from '../../spec/unread-answer.ts';

/** When a row of failures is long enough to give up. */
export interface FailureLimits {
  readonly count: number;
  /** Milliseconds: a restart or a blip ends sooner, however many requests it meets. */
  readonly lasting: number;
}

/**
 * Told of every exchange; gives up once so many, one after the other and for so long, end in a server error or in nothing. What
 * was never sent says nothing of the service.
 */
export const createFailureCount = (
  limits: FailureLimits,
  giveUp: (reason: string) => void,
  now: () => number,
): ((exchange: Pick<Exchange, 'response' | 'error'>) => void) => {
  const statuses = new Set<string>();
  let [count, begun] = [0, 0];
  return ({ response, error }) => {
    if (error?.code === 'NO_TOKEN' || error?.code === NOT_SENT) return;
    if (response && response.status < 500) {
      count = 0;
      statuses.clear();
      return;
    }
    if (count === 0) begun = now();
    count += 1;
    statuses.add(String(response?.status ?? (isUnread(error) ? error?.code : 'no answer')));
    if (count < limits.count || now() - begun < limits.lasting) return;
    const what = [...statuses].join(', ');
    const seconds = Math.round((now() - begun) / 1000);
    giveUp(
      `stopped: for ${seconds} s ${count} requests one after the other came to nothing but ${what}`,
    );
    count = Number.NEGATIVE_INFINITY;
  };
};
