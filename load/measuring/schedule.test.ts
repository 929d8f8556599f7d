import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  startedBy,
  dueAt,
  durationOf,
  lastTurnsOf,
  longestWait,
  peakRateOf,
  scheduleOf,
  integerRate,
  lagOf,
  latenessOf,
} from './schedule.ts';

const profile = {
  warmUp: { rate: 5, seconds: 4 },
  steps: [
    { rate: 10, seconds: 10 },
    { rate: 40, seconds: 5 },
  ],
  weights: { gap: 0.25 },
};

test('plateaus are consecutive on every line, the warm-up first', () => {
  const schedule = scheduleOf(profile, ['travel', 'gap']);
  expect(schedule.map(({ name, start, count }) => [name, start, count])).toEqual([
    ['travel-warm-up', 0, 20],
    ['gap-warm-up', 0, 5],
    ['travel-1', 4, 100],
    ['gap-1', 4, 25],
    ['travel-2', 14, 200],
    ['gap-2', 14, 50],
  ]);
  expect(durationOf(schedule)).toBe(19);
  expect(peakRateOf(schedule)).toBe(50);
});

test.each([
  [20, 20, 1],
  [2.5, 25, 10],
  [0.25, 25, 100],
  [1 / 3, 333, 1000],
])('%d a second is %i in %i s', (rate, whole, unit) => {
  expect(integerRate(rate)).toEqual({ rate: whole, unit });
});

/** Starts of the price requests of one k6 stage in milliseconds: its `ramping_arrival_rate.go`, computed step by step. */
const k6Starts = (from: number, to: number, seconds: number): readonly number[] => {
  const starts: number[] = [];
  const tick = 1e-4;
  let area = 0;
  for (let at = 0; at < seconds; at += tick) {
    area += (from + ((to - from) * (at + tick / 2)) / seconds) * tick;
    if (area >= starts.length + 1 - 1e-6) starts.push((at + tick) * 1000);
  }
  return starts;
};

test.each([
  [0, 20],
  [20, 0],
  [0, 0.3],
])('a ramp from %d to %d starts when its rate has added up to one price request', (rate, to) => {
  const [ramp] = scheduleOf({ steps: [{ rate, to, seconds: 8 }], weights: {} }, ['gap']);
  if (!ramp) throw new Error('no ramp');
  const due = Array.from({ length: ramp.count }, (_, nth) => dueAt(ramp, nth));

  expect(ramp.count).toBe(Math.floor(4 * (rate + to)));
  expect(ramp.interval).toBeCloseTo(8000 / (4 * (rate + to)), 6);
  for (const [nth, at] of k6Starts(rate, to, 8).entries()) {
    expect(Math.abs((due[nth] ?? 0) - at)).toBeLessThan(25);
    expect(startedBy(ramp, due[nth] ?? 0)).toBeCloseTo(nth, 6);
  }
  expect(k6Starts(rate, to, 8).length).toBe(ramp.count);
  expect(peakRateOf([ramp])).toBe(Math.max(rate, to));
});

test.each([
  ['a plateau', { rate: 20 }, 0.5],
  ['a ramp from nothing', { rate: 0, to: 20 }, 2.07],
  ['a ramp to nothing', { rate: 20, to: 0 }, 2.83],
])('ten virtual users of %s', (_what, rates, seconds) => {
  const [scheduled] = scheduleOf({ steps: [{ ...rates, seconds: 8 }], weights: {} }, ['gap']);
  if (!scheduled) throw new Error('no step');

  expect(longestWait(scheduled, 10)).toBeCloseTo(seconds, 1);
  expect(longestWait(scheduled, 1000)).toBeLessThan(100);
});

test('after the last turns every virtual user has one more turn, and on a short step from its beginning', () => {
  const ends = (rates: { rate: number; to?: number }, users: number): number => {
    const [step] = scheduleOf({ steps: [{ ...rates, seconds: 8 }], weights: {} }, ['gap']);
    if (!step) throw new Error('no step');
    return lastTurnsOf(step, users);
  };

  expect(ends({ rate: 20 }, 10)).toBe(7450 - 500);
  expect(ends({ rate: 20 }, 159)).toBe(0);
  expect(ends({ rate: 20 }, 1000)).toBe(0);
  // Of 80 starts of a ramp to zero, the last eleven take longer than at its mean rate.
  expect(ends({ rate: 20, to: 0 }, 10)).toBe(5171 - 500);
});

const INTERVAL = 40;
const PLAN = { rate: 25, unit: 1, seconds: 60, interval: INTERVAL };

/** The start events of k6 for ticks of a plan, each delayed by this much, or dropped (null). */
const starts = (ticks: readonly (number | null)[]) => {
  let iteration = 0;
  return ticks.flatMap((late, tick) =>
    late === null ? [] : [{ iteration: iteration++, at: Math.floor(tick * INTERVAL + late) }],
  );
};
const lateness = (ticks: readonly (number | null)[]): readonly number[] =>
  latenessOf({
    starts: starts(ticks),
    plan: PLAN,
    shift: 1,
    dropped: ticks.filter((late) => late === null).length,
  });
const none = (count: number): null[] => Array.from({ length: count }, () => null);
const onTime = (count: number): number[] => Array.from({ length: count }, () => 0.5);

test('43 dropped starts of 40 ms are no lag', () => {
  const late = lateness([...onTime(100), ...none(43), ...onTime(100)]);

  expect(Math.max(...late)).toBeLessThan(1);
});

test('a suspended generator is late, with or without dropped starts before it', () => {
  const stood = Array.from({ length: 10 }, (_, tick) => 400 - tick * INTERVAL);
  const found = (dropped: number) =>
    lateness([...onTime(50), ...none(dropped), ...stood, ...onTime(50)]).slice(50, 60);

  expect(found(0)).toEqual(stood);
  expect(found(20)).toEqual(stood);
});

const onTick = fc.double({ min: 0, max: 3, noNaN: true });
const late = fc.double({ min: 0, max: 500, noNaN: true });
const drop = fc.constant(null);

test('no start is reported later than it was, whatever was dropped before it', () => {
  const tick = fc.oneof(onTick, onTick, late, drop);
  fc.assert(
    fc.property(fc.array(tick, { minLength: 1, maxLength: 200 }), (ticks) => {
      const real = ticks.filter((each) => each !== null);
      const found = lateness(ticks);
      expect(found).toHaveLength(real.length);
      expect(found.every((each, at) => each <= (real[at] ?? 0) + 1e-9)).toBe(true);
    }),
  );
});

test('without dropped starts, or with a punctual one after them, each delay is exact', () => {
  const tick = fc.oneof(onTick, onTick, late);
  fc.assert(
    fc.property(
      fc.array(tick, { minLength: 1, maxLength: 100 }),
      fc.nat(50),
      fc.array(tick, { maxLength: 100 }),
      (before, dropped, after) => {
        const found = lateness([...before, 1, ...none(dropped), ...after, 1]);
        const real = [...before, 1, ...after, 1];
        expect(found.every((each, at) => Math.abs(each - (real[at] ?? 0)) <= 1)).toBe(true);
      },
    ),
  );
});

test('each instance is compared with its own numbers', () => {
  // Two instances take the numbers in turns; the second drops five of its starts.
  const starts = [0, 1].flatMap((instance) =>
    Array.from({ length: 100 }, (_, nth) => ({
      scenario: 'gap-1',
      instance,
      iteration: 2 * nth + instance,
      at: (2 * (nth + (instance === 1 && nth >= 50 ? 5 : 0)) + instance) * INTERVAL,
    })),
  );
  const schedule = [{ name: 'gap-1', ...PLAN }];

  expect(lagOf(starts, schedule, () => 5)).toBe(0);
  expect(lagOf(starts, schedule, () => 0)).toBe(5 * 2 * INTERVAL);
  expect(lagOf([], schedule, () => 5)).toBeNull();
});

test.each([
  [0, 40, 707],
  [10, 30, 99],
  [30, 10, 33.5],
  [40, 0, 25],
])(
  'each start of a ramp from %d to %d a second is compared with its own due time',
  (rate, to, first) => {
    const ramp = { rate, to, unit: 1, seconds: 10, interval: 50 };
    const due = Array.from({ length: 200 }, (_, nth) => dueAt(ramp, nth));
    const all = due.map((at, iteration) => ({ iteration, at }));
    const held = (starts: typeof all, dropped: number) =>
      Math.max(...latenessOf({ starts, plan: ramp, shift: 1, dropped }));

    expect(due[0]).toBeCloseTo(first, 0);
    expect(due[199]).toBeCloseTo(10_000, 6);
    expect(held(all, 0)).toBeCloseTo(0, 6);
    const without = all.toSpliced(80, 7).map(({ at }, iteration) => ({ iteration, at }));
    expect(held(without, 7)).toBeLessThan(3);
    expect(held(without, 0)).toBeGreaterThan(150);
  },
);
