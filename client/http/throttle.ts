import { type Clock, MACHINE_CLOCK, createRequestPace, type RequestPace } from './request-pace.ts';

/** Runs a task in its turn; a queued task has not begun. */
export type Turn = <Result>(task: () => Promise<Result>) => Promise<Result>;

/** Keeps tasks within the target's limits. */
export interface Throttle {
  /** Runs a task as soon as there is capacity. */
  readonly run: Turn;
  /** Turns that begin at the same moment: once they are granted, each runs its task at once. Each must be used. */
  readonly together: (count: number) => Promise<readonly Turn[]>;
  /** Resolves once no task is queued and another could begin at once. */
  readonly room: () => Promise<void>;
}

/** Request limits of a target; of `concurrency` only as much is used as the service sustains. */
export interface RateLimits {
  readonly concurrency: number;
  readonly requestsPerSecond?: number | undefined;
}

/** Maximum number of requests that may start at the same moment: bounded by concurrency and by the requests of a second. */
export const maxSimultaneous = ({
  concurrency,
  requestsPerSecond = Infinity,
}: RateLimits): number => Math.max(1, Math.min(concurrency, Math.floor(requestsPerSecond)));

interface Waiting {
  readonly count: number;
  readonly enter: () => void;
}

/**
 * Runs at most `atOnce` tasks at once, in order of arrival, spaced by the pace; simultaneous starts are balanced by pauses
 * before and after. `together` throws RangeError beyond `maxSimultaneous`.
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

  // A large group is not overtaken, or it would starve; one beyond the limit runs alone.
  const fits = ({ count }: Waiting): boolean => underWay + count <= Math.max(atOnce(), count);
  const admit = (): void => {
    for (let [head] = waiting; head && fits(head); [head] = waiting) {
      underWay += head.count;
      waiting.shift();
      head.enter();
    }
    if (waiting.length === 0 && underWay < atOnce()) wishes.splice(0).forEach((grant) => grant());
  };
  /** Waits for the pace, which may change in the meantime. */
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
      const most = maxSimultaneous(limits);
      if (count > most) {
        throw new RangeError(`expected at most ${most} concurrent requests, got ${count}`);
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

/** Result of a request as a sample of the load that the service sustains. */
export interface LoadSample {
  /** Kind of request: only latencies of the same kind are compared. */
  readonly kind: string;
  readonly milliseconds: number;
  /** True if the service sent Retry-After, or the request timed out. */
  readonly pushedBack: boolean;
}

/** Initial concurrency; slow answers do not lower it. */
const FIRST = 8;
/** Minimum concurrency, or the run would take for ever. */
const LEAST = 2;
/** Samples of a kind that set its baseline latency without a queue; fewer must do for a kind that appears late. */
const KNOWN = { early: 20, late: 3 } as const;
/** Answers between two changes, per request in flight; too few are dominated by slow outliers. */
const WINDOW = 2;
/** Factors by which the limit changes after a window. */
const CHANGE = { more: 1.25, less: 0.8, pushedBack: 0.5 } as const;
/** One push-back in this many answers may be chance. */
const BY_CHANCE = 10;
/** Milliseconds; shorter queues may be on our side. */
const QUEUE = 50;

/** Baseline latency of a kind of request, before any queueing. */
interface Usual {
  count: number;
  mean: number;
}

/**
 * Adaptive concurrency: starts at eight and grows to `most` while latencies stay at their baseline. If they double, and rise by
 * 50 ms, the limit falls, but not below eight; it is halved if one answer in ten is a push-back.
 */
export const createAdaptiveConcurrency = (most: number) => {
  const usual = new Map<string, Usual>();
  const first = Math.min(FIRST, most);
  let limit = first;
  let [answers, pushes, taken, expected, rest] = [0, 0, 0, 0, 0];

  const change = (to: number): void => {
    // Requests in flight were sent at the old limit, and are no evidence about the new one.
    rest = to < limit ? limit : 0;
    limit = to;
    [answers, pushes, taken, expected] = [0, 0, 0, 0];
  };
  const usualOf = (kind: string, milliseconds: number): number => {
    const known = usual.get(kind) ?? { count: 0, mean: 0 };
    if (known.count < (limit <= first ? KNOWN.early : KNOWN.late)) {
      known.count += 1;
      known.mean += (milliseconds - known.mean) / known.count;
      usual.set(kind, known);
    }
    return known.mean;
  };

  const next = (): number => {
    if (pushes * BY_CHANCE >= answers)
      return Math.max(Math.min(LEAST, most), Math.floor(limit * CHANGE.pushedBack));
    const isQueued = taken - expected > Math.max(expected, answers * QUEUE);
    if (isQueued) return Math.max(Math.min(first, limit), Math.floor(limit * CHANGE.less));
    return pushes > 0 ? limit : Math.min(most, Math.ceil(limit * CHANGE.more));
  };

  return {
    atOnce: () => limit,
    seen: ({ kind, milliseconds, pushedBack }: LoadSample): void => {
      if (rest > 0) {
        rest -= 1;
        return;
      }
      answers += 1;
      if (pushedBack) pushes += 1;
      else {
        taken += milliseconds;
        expected += usualOf(kind, milliseconds);
      }
      if (answers >= WINDOW * limit) change(next());
    },
  };
};
