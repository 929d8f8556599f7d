import { type Clock, MACHINE_CLOCK } from '../clock.ts';
import { createRequestPace, type RequestPace } from './request-pace.ts';

/** Runs a task in its turn; a task that waits has not begun. */
export type Turn = <Result>(task: () => Promise<Result>) => Promise<Result>;

/** Keeps tasks within the target's limits. */
export interface Throttle {
  /** Runs a task as soon as there is room for it. */
  readonly run: Turn;
  /** So many turns that begin at the same moment: once they are given, each runs its task at once. Each must be used. */
  readonly together: (count: number) => Promise<readonly Turn[]>;
  /** Comes true when no task waits and one more could begin at once. */
  readonly room: () => Promise<void>;
}

/** What limits the requests of a target; of `concurrency` only as much is used as the service bears. */
export interface RateLimits {
  readonly concurrency: number;
  readonly requestsPerSecond?: number | undefined;
}

/** How many requests may start at the same moment: none beyond what may be under way, nor what may start in a second. */
export const mostTogether = ({ concurrency, requestsPerSecond = Infinity }: RateLimits): number =>
  Math.max(1, Math.min(concurrency, Math.floor(requestsPerSecond)));

interface Waiting {
  readonly count: number;
  readonly enter: () => void;
}

/**
 * At most `atOnce` tasks at once, in order of arrival, and starts as far apart as the pace says; what starts together has a
 * pause before and after it that makes up for it. `together` throws RangeError beyond `mostTogether`.
 */
export const createThrottle = (
  limits: RateLimits,
  atOnce: () => number = () => limits.concurrency,
  clock: Clock = MACHINE_CLOCK,
  pace: RequestPace = createRequestPace({ ...limits, longestRest: 0 }, clock),
): Throttle => {
  const waiting: Waiting[] = [];
  const wishes: (() => void)[] = [];
  let underWay = 0;
  let lastTurn: Promise<unknown> = Promise.resolve();

  // Whoever waits for much is not overtaken, or would wait for ever; more than may be under way goes alone.
  const fits = ({ count }: Waiting): boolean => underWay + count <= Math.max(atOnce(), count);
  const admit = (): void => {
    for (let [head] = waiting; head && fits(head); [head] = waiting) {
      underWay += head.count;
      waiting.shift();
      head.enter();
    }
    if (waiting.length === 0 && underWay < atOnce()) wishes.splice(0).forEach((grant) => grant());
  };
  /** Waits for the pace, which may change meanwhile. */
  const begin = async (count: number): Promise<void> => {
    for (let wait = pace.waitFor(count); wait > 0; wait = pace.waitFor(count))
      await clock.sleep(wait);
    pace.begin(count);
  };
  const enter = async (count: number): Promise<void> => {
    await new Promise<void>((resolve) => {
      waiting.push({ count, enter: resolve });
      admit();
    });
    lastTurn = lastTurn.then(() => begin(count));
    await lastTurn;
  };
  const used: Turn = async (task) => {
    try {
      return await task();
    } finally {
      underWay -= 1;
      admit();
    }
  };

  return {
    run: async (task) => {
      await enter(1);
      return used(task);
    },
    together: async (count) => {
      const most = mostTogether(limits);
      if (count > most) {
        throw new RangeError(`${count} requests at once were wanted; the limits allow ${most}`);
      }
      await enter(count);
      return Array.from({ length: count }, () => used);
    },
    room: () =>
      new Promise<void>((grant) => {
        wishes.push(grant);
        admit();
      }),
  };
};
