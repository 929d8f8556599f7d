/** What came of a request, as far as it says how much the service bears. */
export interface Sample {
  /** What was asked: only answers to the same are compared. */
  readonly kind: string;
  readonly milliseconds: number;
  /** Whether the service asked for patience, or let the deadline pass. */
  readonly pushedBack: boolean;
}

/** How many requests may be under way at once: as many as the service bears. */
export interface BearableLoad {
  readonly atOnce: () => number;
  readonly seen: (sample: Sample) => void;
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

/** How long a kind of request took before there was any queue. */
interface Usual {
  count: number;
  mean: number;
}

/**
 * Begins with eight and goes up to `most` as long as answers stay as quick as they were: where they take twice as long, and 50
 * ms more, fewer are sent, but no less than eight; half as many where one answer in ten asks for patience.
 */
export const createBearableLoad = (most: number): BearableLoad => {
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
    seen: ({ kind, milliseconds, pushedBack }) => {
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
