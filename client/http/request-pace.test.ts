import { expect, test } from 'vitest';
import { createRequestPace } from './request-pace.ts';
import { virtualClock } from '../testing/virtual-clock.ts';
import { createThrottle } from './throttle.ts';

/** A service with a rate limit: requests per second, or a token bucket. */
interface Limited {
  readonly rate: number;
  readonly by: 'window' | 'bucket';
  /** Seconds of Retry-After. */
  readonly retryAfter?: number | undefined;
  /** Share of requests that it rejects at random, whatever the pace. */
  readonly chance?: number;
  readonly seed?: number;
  /** Milliseconds per answer. */
  readonly work?: number;
  /** First calls, of an operation without a limit; default: none. */
  readonly free?: number;
}

/** Pseudorandom numbers from 0 to 1 (mulberry32). */
const randomFrom = (seed: number) => {
  let state = seed;
  return (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

const CONCURRENCY = 32;

/** Sends calls, each until it is accepted, 32 at once; returns the totals in virtual time. */
const sendAll = async (
  count: number,
  { rate, by, retryAfter, chance = 0, seed = 1, work = 10, free = 0 }: Limited,
  declared?: number,
) => {
  const clock = virtualClock();
  const paces: number[] = [];
  const limits = { concurrency: CONCURRENCY, requestsPerSecond: declared, longestRest: 30_000 };
  const pace = createRequestPace(limits, clock, (found) => paces.push(found));
  const { run } = createThrottle(limits, undefined, clock, pace);
  const random = randomFrom(seed);
  let [tokens, last, refused, beyond] = [rate, 0, 0, 0];
  const isTaken = (): boolean => {
    if (random() < chance) return false;
    const now = clock.now();
    const isNew = by === 'window' && Math.floor(now / 1000) > Math.floor(last / 1000);
    tokens = isNew ? rate : tokens + (by === 'bucket' ? ((now - last) * rate) / 1000 : 0);
    tokens = Math.min(rate, tokens);
    last = now;
    if (tokens < 1) {
      beyond += 1;
      return false;
    }
    tokens -= 1;
    return true;
  };
  const send = async (nth: number): Promise<void> => {
    for (let attempt = 1; ; attempt += 1) {
      const isDone = await run(async () => {
        const begun = clock.now();
        const taken = nth < free || isTaken();
        await clock.sleep(work);
        const asked = retryAfter === undefined ? undefined : retryAfter * 1000;
        pace.seen({ begun, isTooFast: !taken, asked });
        return taken;
      });
      if (isDone) return;
      refused += 1;
      await clock.sleep(retryAfter === undefined ? 100 * 4 ** (attempt - 1) : retryAfter * 1000);
      if (retryAfter === undefined && attempt > 3) return;
    }
  };
  await Promise.all(Array.from({ length: count }, (_, nth) => send(nth)));
  return { refused, beyond, seconds: clock.now() / 1000, paces };
};

test.each([
  [{ rate: 60, by: 'window', retryAfter: 1 }],
  [{ rate: 60, by: 'window' }],
  [{ rate: 60, by: 'bucket', retryAfter: 1 }],
  [{ rate: 60, by: 'bucket' }],
  [{ rate: 5, by: 'window', retryAfter: 1 }],
  [{ rate: 5, by: 'bucket' }],
  [{ rate: 20, by: 'bucket', retryAfter: 5 }],
  [{ rate: 200, by: 'window', retryAfter: 1 }],
] as const)('detects %o: few calls are rejected, and no time is lost', async (limited) => {
  const count = 50 * limited.rate;
  const { refused, seconds, paces } = await sendAll(count, limited);

  expect(refused).toBeLessThan(40 + 0.03 * count);
  expect(seconds).toBeLessThan(2 * 50 + 20);
  expect(paces.length).toBeGreaterThan(0);
});

test.each([10, 30, 60])(
  'detects a limit of %i a second after calls without a limit',
  async (rate) => {
    for (const by of ['window', 'bucket'] as const)
      for (const free of [37, 100, 200, 333]) {
        const limited = { rate, by, retryAfter: 1, free };
        const { seconds } = await sendAll(free + 30 * rate, limited);

        expect(seconds, `${by}, ${free}`).toBeLessThan(80);
      }
  },
);

const SEEDS = [1, 2, 3];
const CHANCES = [0.05, 0.1, 0.15].flatMap((chance) =>
  [undefined, 1, 3].map((retryAfter) => ({ chance, retryAfter })),
);

test.each(CHANCES)('random rejections do not slow down a run: %o', async (by) => {
  const [count, work] = [6000, 50];
  const unlimited = (count * work) / CONCURRENCY / 1000 / (1 - by.chance);
  for (const seed of SEEDS) {
    const service = { ...by, seed, work, rate: Infinity, by: 'bucket' } as const;
    const { seconds, paces } = await sendAll(count, service);

    // Each of three trials rests, and its answers come at the pace of that rest.
    expect(seconds).toBeLessThan(2 * unlimited + 10 * (by.retryAfter ?? 1));
    expect(paces.length).toBeLessThanOrEqual(4);
  }
});

test.each([
  [{ rate: 60, by: 'window', retryAfter: 1 }],
  [{ rate: 60, by: 'bucket' }],
  [{ rate: 100, by: 'bucket', retryAfter: 1 }],
] as const)('detects %o behind random rejections', async (limited) => {
  const count = 50 * limited.rate;
  for (const chance of [0.05, 0.1, 0.15])
    for (const seed of SEEDS) {
      const { beyond, seconds, paces } = await sendAll(count, { ...limited, chance, seed });

      // A burst of all requests in flight for each trial; at full speed nineteen of twenty are rejected.
      expect(beyond).toBeLessThan(4 * 40 + 0.15 * count);
      expect(seconds).toBeLessThan(3 * 50);
      expect(paces.length).toBeGreaterThan(0);
    }
});

test('keeps a declared pace from the start, without rejections', async () => {
  const { refused, paces } = await sendAll(300, { rate: 60, by: 'bucket', retryAfter: 1 }, 50);

  expect({ refused, paces }).toEqual({ refused: 0, paces: [] });
});

const waitAfter = (answers: readonly boolean[], asked: number | undefined): number => {
  const clock = virtualClock();
  const pace = createRequestPace({ longestRest: 30_000 }, clock);
  for (const isTooFast of answers)
    pace.seen({ begun: clock.now(), isTooFast, ...(isTooFast ? { asked } : {}) });
  return pace.waitFor(1);
};
const everyTwentieth = Array.from({ length: 400 }, (_, at) => at % 20 === 0);
const only = Array.from({ length: 5 }, () => true);

test.each([
  ['one answer in twenty that asks to wait is no limit', everyTwentieth, 1000, 0],
  ['Retry-After is waited for once, by all', [...only, ...only, ...only], 7000, 7000],
  ['nobody waits for longer than the retry budget', only, 60_000, 0],
  ['without Retry-After all rest for two seconds where nothing passed', only, undefined, 2000],
])('%s', (_what, answers, asked, wait) => {
  expect(waitAfter(answers, asked)).toBe(wait);
});
