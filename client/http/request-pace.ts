import { setTimeout as sleep } from 'node:timers/promises';

/** A monotonic clock, and sleeping by it. Milliseconds. */
export interface Clock {
  readonly now: () => number;
  /** Resolves after so many milliseconds; rejects with an AbortError once `signal` is aborted. */
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
}

/** Clock of this machine. */
export const MACHINE_CLOCK: Clock = {
  now: () => performance.now(),
  sleep: (milliseconds, signal) => sleep(milliseconds, undefined, signal ? { signal } : {}),
};

/**
 * Number of newest answers that show a rate limit, if more were rejected than chance explains (in standard deviations and
 * answers).
 */
const LIMIT = { newest: 20, deviations: 2, answers: 2 } as const;
/** Share of rejections attributed to chance until it is known: at the declared pace, and while a slower one is tried. */
const UNKNOWN = { declared: 0.05, slower: 0.15 } as const;
/** Trial of a slower pace: answers to observe, the factor by which fewer must be rejected, and the number of trials. */
const TRIAL = { answers: 40, helps: 2, most: 3 } as const;

/** Answers since the last change of pace, and the time of that change in milliseconds of its clock. */
export interface PaceWindow {
  readonly since: number;
  readonly newest: boolean[];
  answers: number;
  turnedAway: number;
}

const stretchFrom = (since: number): PaceWindow => ({
  since,
  newest: [],
  answers: 0,
  turnedAway: 0,
});

const count = (stretch: PaceWindow, isTooFast: boolean): void => {
  stretch.newest.push(isTooFast);
  if (stretch.newest.length > LIMIT.newest) stretch.newest.shift();
  stretch.answers += 1;
  if (isTooFast) stretch.turnedAway += 1;
};

/** True if more of the newest answers were rejected than this share explains by chance (binomial distribution). */
const isLimit = (newest: readonly boolean[], share: number, deviations: number): boolean => {
  const expected = LIMIT.newest * share;
  const most = expected + deviations * Math.sqrt(expected * (1 - share)) + LIMIT.answers;
  return newest.filter(Boolean).length >= most;
};

/** Tests if a window shows a rate limit (S8): at the declared pace, after unsuccessful trials, or at a slower one. */
const isTooMuch = ({ newest, answers }: PaceWindow, byChance: number, trials?: number): boolean => {
  const unknown = answers > TRIAL.answers ? 0 : UNKNOWN.slower;
  const share = Math.max(byChance, trials === undefined ? unknown : UNKNOWN.declared);
  return isLimit(newest, share, LIMIT.deviations + (trials ?? 0));
};

/** Result of a request, for adjusting the pace. */
export interface PacedResult {
  /** Start of the request, milliseconds of the pace's clock. */
  readonly begun: number;
  /** True if it was rate limited (429, or 503 with Retry-After; S8). */
  readonly isTooFast: boolean;
  /** Milliseconds of Retry-After; undefined without one. */
  readonly asked?: number | undefined;
}

/** Called with the detected pace in requests per second once it has proved effective. */
export type OnPace = (requestsPerSecond: number) => void;

/** Lower bound of the pace: requests per second, and a share of the throughput before the first rejection. */
const SLOWEST = { rate: 0.5, share: 0.25 } as const;
/** Milliseconds of rest without Retry-After; doubled while every request is rejected. */
const REST = { first: 1000, longest: 8000 } as const;
/** Milliseconds without rejections after which the pace is increased. */
const CLEAN = 3000;
/** Growth of the pace: quick below the rejected rate, slow from there on. */
const GROWTH = { below: 0.9, quick: 1.25, slow: 1.02 } as const;
const SLOWER = 0.85;
/** Accepted requests needed to measure a pace. */
const ENOUGH_PASSED = 10;
/** Factor by which a pace must change to be reported again. */
const REPORTED_CHANGE = 1.25;

interface Declared {
  readonly requestsPerSecond?: number | undefined;
  /** Milliseconds; a longer rest is not waited for. */
  readonly longestRest: number;
}

/** Seconds between two times, at least a millisecond. */
const inSeconds = (from: number, to: number): number => Math.max(1, to - from) / 1000;

const createPaceReporter = (onPace: OnPace): OnPace => {
  let reported = 0;
  return (found) => {
    if (found < reported * REPORTED_CHANGE && found > reported / REPORTED_CHANGE) return;
    reported = found;
    onPace(found < 10 ? Math.floor(found * 10) / 10 : Math.floor(found));
  };
};

/**
 * A token bucket of size one whose rate follows the answers: it drops at once and recovers slowly (AIMD). If a slower pace does
 * not help, rejections are random: the declared pace applies again, and only more rejections than that share count as a limit.
 */
export const createRequestPace = (
  { requestsPerSecond: declared = Infinity, longestRest }: Declared,
  clock: Clock,
  onPace: OnPace = () => undefined,
) => {
  let [found, slowest, tooFast, byChance, trials] = [Infinity, 0, Infinity, 0, 0];
  /** Measured sustainable rate, requests per second, rests included; 0: unknown. */
  let sure = 0;
  let [nextStart, rest]: [number, number] = [0, REST.first];
  let cleanSince = clock.now();
  let stretch = stretchFrom(clock.now());

  const reportPace = createPaceReporter(onPace);
  const spacing = (): number => 1000 / Math.min(declared, found);

  const slowDown = (asked: number | undefined): void => {
    const now = clock.now();
    const passed = stretch.answers - stretch.turnedAway;
    rest = passed > 0 ? REST.first : Math.min(REST.longest, rest * 2);
    const end = now + Math.min(asked ?? rest, longestRest);
    const measured = passed / inSeconds(stretch.since, end);
    // A burst that hits an exhausted allowance shows only that it was too fast, not what the service sustains.
    sure = passed >= ENOUGH_PASSED ? measured : Math.max(measured, sure / 2);
    tooFast = Math.min(declared, found, Math.max(sure, passed / inSeconds(stretch.since, now)));
    if (found === Infinity) slowest = Math.max(SLOWEST.rate, SLOWEST.share * sure);
    found = Math.max(slowest, Math.min(SLOWER * found, sure));
    nextStart = Math.max(nextStart, end);
    stretch = stretchFrom(end);
    cleanSince = end;
  };
  const speedUp = (): void => {
    const almost = GROWTH.below * tooFast;
    found = found < almost ? Math.min(almost, found * GROWTH.quick) : found * GROWTH.slow;
    cleanSince = clock.now();
    reportPace(found);
  };
  const endTrial = ({ turnedAway, answers }: PaceWindow): void => {
    const helps = turnedAway < TRIAL.helps;
    // Never lower: a share that is too small by chance would make random rejections look like a limit.
    if (!helps) byChance = Math.max(byChance, turnedAway / answers);
    if (helps || trials >= TRIAL.most) return reportPace(found);
    trials += 1;
    [found, nextStart] = [Infinity, 0];
    stretch = stretchFrom(clock.now());
  };

  return {
    /** Milliseconds until this many requests may start together; 0: at once. */
    waitFor: (starts: number): number =>
      Math.max(0, Math.ceil(nextStart + (starts > 1 ? (starts - 1) * spacing() : 0) - clock.now())),
    /** Records that this many requests start now; returns the time. */
    begin: (starts: number): number => {
      const now = clock.now();
      nextStart = Math.max(nextStart, now) + (spacing() > 0 ? starts * spacing() : 0);
      return now;
    },
    seen: ({ begun, isTooFast, asked }: PacedResult): void => {
      // An answer to a request at the old pace is no evidence about the new one.
      if (begun < stretch.since) return;
      count(stretch, isTooFast);
      const atDeclared = found === Infinity ? trials : undefined;
      const isLimited = isTooFast && isTooMuch(stretch, byChance, atDeclared);
      if (isLimited && (asked ?? 0) <= longestRest) slowDown(asked);
      else if (found === Infinity || stretch.answers < TRIAL.answers) return;
      else if (stretch.answers === TRIAL.answers) endTrial(stretch);
      else if (clock.now() - cleanSince >= CLEAN) speedUp();
    },
  };
};

/** Pace of all requests of a run: as declared, and no faster than the service sustains. */
export type RequestPace = ReturnType<typeof createRequestPace>;
