import { setTimeout as sleep } from 'node:timers/promises';

/** A clock that does not jump, and waiting by it. Milliseconds. */
export interface Clock {
  readonly now: () => number;
  /** Comes true after so many milliseconds; rejects with an AbortError once `signal` is aborted. */
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
}

/** The clock of this machine. */
export const MACHINE_CLOCK: Clock = {
  now: () => performance.now(),
  sleep: (milliseconds, signal) => sleep(milliseconds, undefined, signal ? { signal } : {}),
};

/** So many of the newest answers are a limit if more of them were turned away than chance explains, by so many deviations and answers. */
const LIMIT = { newest: 20, deviations: 2, answers: 2 } as const;
/** Shares that may be turned away by chance as long as nobody knows: at the declared pace, and while a slower one is tried. */
const UNKNOWN = { declared: 0.05, slower: 0.15 } as const;
/** Answers that show if a slower pace helps: fewer are turned away than so many. So often it is tried. */
const TRIAL = { answers: 40, helps: 2, most: 3 } as const;

/** Answers since the last change of the pace; when that was, milliseconds of its clock. */
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

/** True if more of the newest answers were turned away than by chance, which turns away this share (binomial distribution). */
const isLimit = (newest: readonly boolean[], share: number, deviations: number): boolean => {
  const expected = LIMIT.newest * share;
  const most = expected + deviations * Math.sqrt(expected * (1 - share)) + LIMIT.answers;
  return newest.filter(Boolean).length >= most;
};

/** Tells if a stretch shows a limit (S8): at the declared pace, after so many trials that did not help, or else at a slower one. */
const isTooMuch = ({ newest, answers }: PaceWindow, byChance: number, trials?: number): boolean => {
  const unknown = answers > TRIAL.answers ? 0 : UNKNOWN.slower;
  const share = Math.max(byChance, trials === undefined ? unknown : UNKNOWN.declared);
  return isLimit(newest, share, LIMIT.deviations + (trials ?? 0));
};

/** Result of a request, as far as it says how fast the service may be asked. */
export interface PacedResult {
  /** When it began, milliseconds of the pace's clock. */
  readonly begun: number;
  /** True if it was turned away since there were too many (429, or 503 with Retry-After; S8). */
  readonly isTooFast: boolean;
  /** Milliseconds for which the service asked for patience (Retry-After); undefined where it did not. */
  readonly asked?: number | undefined;
}

/** The pace that was found, requests a second; told once it has shown that it helps. */
export type OnPace = (requestsPerSecond: number) => void;

/** Slower would take for ever: requests a second, and a share of what passed before anything was turned away. */
const SLOWEST = { rate: 0.5, share: 0.25 } as const;
/** Milliseconds that everything rests where no Retry-After says for how long; twice as long while nothing passes. */
const REST = { first: 1000, longest: 8000 } as const;
/** Milliseconds without a limit after which a little more is tried. */
const CLEAN = 3000;
/** Below what was too fast the pace grows quickly, and slowly from there on. */
const GROWTH = { below: 0.9, quick: 1.25, slow: 1.02 } as const;
const SLOWER = 0.85;
/** So many that passed tell at which pace they did. */
const ENOUGH_PASSED = 10;
/** A pace that changed by so much is told again. */
const REPORTED_CHANGE = 1.25;

interface Declared {
  readonly requestsPerSecond?: number | undefined;
  /** Milliseconds; who asks for a longer rest is not waited for. */
  readonly longestRest: number;
}

/** Seconds from one moment to another, never none. */
const inSeconds = (from: number, to: number): number => Math.max(1, to - from) / 1000;

const createPaceReporter = (onPace: OnPace): OnPace => {
  let told = 0;
  return (found) => {
    if (found < told * REPORTED_CHANGE && found > told / REPORTED_CHANGE) return;
    told = found;
    onPace(found < 10 ? Math.floor(found * 10) / 10 : Math.floor(found));
  };
};

/**
 * A token bucket of one request, whose rate follows the answers: down at once for all requests, up again by little (AIMD). If
 * a slower pace does not help, calls are turned away by chance: the declared pace holds again, and more than that chance is a limit.
 */
export const createRequestPace = (
  { requestsPerSecond: declared = Infinity, longestRest }: Declared,
  clock: Clock,
  onPace: OnPace = () => undefined,
) => {
  let [found, slowest, tooFast, byChance, trials] = [Infinity, 0, Infinity, 0, 0];
  /** Requests a second that surely pass, with the rests that it costs; 0: nobody knows. */
  let sure = 0;
  let [nextStart, rest]: [number, number] = [0, REST.first];
  let cleanSince = clock.now();
  let stretch = stretchFrom(clock.now());

  const tell = createPaceReporter(onPace);
  const spacing = (): number => 1000 / Math.min(declared, found);

  const slowDown = (asked: number | undefined): void => {
    const now = clock.now();
    const passed = stretch.answers - stretch.turnedAway;
    rest = passed > 0 ? REST.first : Math.min(REST.longest, rest * 2);
    const end = now + Math.min(asked ?? rest, longestRest);
    const measured = passed / inSeconds(stretch.since, end);
    // A rush that meets a used-up allowance says that it was too fast, and little of how much the service bears.
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
    tell(found);
  };
  const endTrial = ({ turnedAway, answers }: PaceWindow): void => {
    const helps = turnedAway < TRIAL.helps;
    // Never less: a share that is too small by chance would make a limit of what is none.
    if (!helps) byChance = Math.max(byChance, turnedAway / answers);
    if (helps || trials >= TRIAL.most) return tell(found);
    trials += 1;
    [found, nextStart] = [Infinity, 0];
    stretch = stretchFrom(clock.now());
  };

  return {
    /** Milliseconds until so many requests may start together; 0: at once. */
    waitFor: (starts: number): number =>
      Math.max(0, Math.ceil(nextStart + (starts > 1 ? (starts - 1) * spacing() : 0) - clock.now())),
    /** Notes that so many start now; when that is. */
    begin: (starts: number): number => {
      const now = clock.now();
      nextStart = Math.max(nextStart, now) + (spacing() > 0 ? starts * spacing() : 0);
      return now;
    },
    seen: ({ begun, isTooFast, asked }: PacedResult): void => {
      // An answer to a request of the old pace says nothing of the new one.
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

/** The pace of all requests of a run: as declared, and no faster than the service turned out to bear. */
export type RequestPace = ReturnType<typeof createRequestPace>;
