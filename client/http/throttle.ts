import { type Clock, MACHINE_CLOCK, createRequestPace, type RequestPace } from './request-pace.ts';

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
export const maxSimultaneous = ({
  concurrency,
  requestsPerSecond = Infinity,
}: RateLimits): number => Math.max(1, Math.min(concurrency, Math.floor(requestsPerSecond)));

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
      const most = maxSimultaneous(limits);
      if (count > most) {
        throw new RangeError(`${count} requests at once were required; the limits allow ${most}`);
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

/** What came of a request, as far as it says how much the service bears. */
export interface LoadSample {
  /** What was asked: only answers to the same are compared. */
  readonly kind: string;
  readonly milliseconds: number;
  /** Whether the service asked for patience, or let the deadline pass. */
  readonly pushedBack: boolean;
}

/** So many are tried first, and slow answers are no reason for fewer. */
const FIRST = 8;
/** Fewer would take for ever, even where the service asks for patience. */
const LEAST = 2;
/** Answers of a kind that say how long it takes where there is no queue; a few have to do for one that comes late. */
const KNOWN = { early: 20, late: 3 } as const;
/** Answers between two changes, for each that may be under way; a few say little where some are slow by chance. */
const WINDOW = 2;
/** By so much more, or less, after a window. */
const CHANGE = { more: 1.25, less: 0.8, pushedBack: 0.5 } as const;
/** One answer in so many may ask for patience by chance. */
const BY_CHANCE = 10;
/** Milliseconds: shorter queues are as well our own. */
const QUEUE = 50;

/** Time that a kind of request took before there was any queue. */
interface Usual {
  count: number;
  mean: number;
}

/**
 * Begins with eight and goes up to `most` as long as answers stay as quick as they were: where they take twice as long, and 50
 * ms more, fewer are sent, but no less than eight; half as many where one answer in ten asks for patience.
 */
export const createAdaptiveConcurrency = (most: number) => {
  const usual = new Map<string, Usual>();
  const first = Math.min(FIRST, most);
  let limit = first;
  let [answers, pushes, taken, expected, rest] = [0, 0, 0, 0, 0];

  const change = (to: number): void => {
    // What is under way was sent at the old limit, and says nothing about the new one.
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
