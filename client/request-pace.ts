import type { Clock } from './clock.ts';

/** What came of a request, as far as it says how fast the service may be asked. */
export interface Paced {
  /** When it began, milliseconds of the pace's clock. */
  readonly begun: number;
  /** Whether it was turned away since there were too many (429, or 503 with Retry-After; S8). */
  readonly isTooFast: boolean;
  /** Milliseconds for which the service asked for patience (Retry-After); undefined where it did not. */
  readonly asked?: number | undefined;
}

/** The pace of all requests of a run: as declared, and no faster than the service turned out to bear. */
export interface RequestPace {
  /** Milliseconds until so many requests may start together; 0: at once. */
  readonly waitFor: (count: number) => number;
  /** Notes that so many start now; when that is. */
  readonly begin: (count: number) => number;
  readonly seen: (answer: Paced) => void;
}

/** The pace that was found, requests a second. */
export type OnPace = (requestsPerSecond: number) => void;

/** Slower would take for ever: requests a second, and a share of what passed before anything was turned away. */
const SLOWEST = { rate: 0.5, share: 0.25 } as const;
/** So many of the newest answers are looked at; so many of them, turned away, are a limit and no chance. */
const NEWEST = 20;
const LIMIT = { unknown: 5, known: 2 } as const;
/** Milliseconds that everything rests where no Retry-After says for how long; twice as long while nothing passes. */
const REST = { first: 1000, longest: 8000 } as const;
/** Milliseconds without a limit after which a little more is tried. */
const CLEAN = 3000;
/** Below what was too fast the pace grows quickly, and slowly from there on. */
const GROWTH = { below: 0.9, quick: 1.25, slow: 1.02 } as const;
const SLOWER = 0.85;
/** A pace that changed by so much is told again. */
const WORTH_TELLING = 1.25;

/** What the answers since the last change came to. */
interface Stretch {
  readonly since: number;
  readonly newest: boolean[];
  passed: number;
}

const isLimit = ({ newest }: Stretch, isKnown: boolean): boolean =>
  newest.filter(Boolean).length >= (isKnown ? LIMIT.known : LIMIT.unknown);

/** A token bucket of one request, whose rate follows the answers: down at once for all requests, up again by little (AIMD). */
export const createRequestPace = (
  {
    requestsPerSecond: declared = Infinity,
    longestRest,
  }: {
    readonly requestsPerSecond?: number | undefined;
    /** Milliseconds; who asks for a longer rest is not waited for. */
    readonly longestRest: number;
  },
  clock: Clock,
  onPace: OnPace = () => undefined,
): RequestPace => {
  let [found, slowest, tooFast, told] = [Infinity, 0, Infinity, 0];
  let [nextStart, rest]: [number, number] = [0, REST.first];
  let cleanSince = clock.now();
  let stretch: Stretch = { since: clock.now(), newest: [], passed: 0 };

  const spacing = (): number => 1000 / Math.min(declared, found);

  const slowDown = (asked: number | undefined): void => {
    const now = clock.now();
    const { since, passed } = stretch;
    rest = passed > 0 ? REST.first : Math.min(REST.longest, rest * 2);
    const end = now + Math.min(asked ?? rest, longestRest);
    const lasting = Math.max(1, now - since) / 1000;
    tooFast = Math.min(declared, found, passed / lasting);
    // What passed, with the rest that it cost, is what the service surely bears.
    const sure = passed / (lasting + (end - now) / 1000);
    if (found === Infinity) slowest = Math.max(SLOWEST.rate, SLOWEST.share * sure);
    found = Math.max(slowest, Math.min(SLOWER * found, sure));
    nextStart = Math.max(nextStart, end);
    stretch = { since: end, newest: [], passed: 0 };
    cleanSince = end;
    tell();
  };
  const speedUp = (): void => {
    const almost = GROWTH.below * tooFast;
    found = found < almost ? Math.min(almost, found * GROWTH.quick) : found * GROWTH.slow;
    cleanSince = clock.now();
    tell();
  };
  const tell = (): void => {
    if (found < told * WORTH_TELLING && found > told / WORTH_TELLING) return;
    told = found;
    onPace(found < 10 ? Math.floor(found * 10) / 10 : Math.floor(found));
  };

  return {
    waitFor: (count) =>
      Math.max(0, Math.ceil(nextStart + (count > 1 ? (count - 1) * spacing() : 0) - clock.now())),
    begin: (count) => {
      const now = clock.now();
      nextStart = Math.max(nextStart, now) + (spacing() > 0 ? count * spacing() : 0);
      return now;
    },
    seen: ({ begun, isTooFast, asked }) => {
      // What was sent at the old pace says nothing of the new one.
      if (begun < stretch.since) return;
      stretch.newest.push(isTooFast);
      if (stretch.newest.length > NEWEST) stretch.newest.shift();
      if (!isTooFast) stretch.passed += 1;
      else if (isLimit(stretch, found !== Infinity) && (asked ?? 0) <= longestRest) slowDown(asked);
      if (found !== Infinity && clock.now() - cleanSince >= CLEAN) speedUp();
    },
  };
};
