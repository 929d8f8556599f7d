import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { dueAt } from './schedule.ts';
import { lagOf, latenessOf } from './start-lag.ts';

const INTERVAL = 40;
const PLAN = { rate: 25, unit: 1, seconds: 60, interval: INTERVAL };

/** What k6 tells of ticks of a plan, each of which is begun so late, or dropped (null). */
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

test('a generator that stood still is late, with dropped starts before it or without', () => {
  const stood = Array.from({ length: 10 }, (_, tick) => 400 - tick * INTERVAL);
  const found = (dropped: number) =>
    lateness([...onTime(50), ...none(dropped), ...stood, ...onTime(50)]).slice(50, 60);

  expect(found(0)).toEqual(stood);
  expect(found(20)).toEqual(stood);
});

const onTick = fc.double({ min: 0, max: 3, noNaN: true });
const late = fc.double({ min: 0, max: 500, noNaN: true });
const drop = fc.constant(null);

test('no start is said to be later than it was, whatever was dropped before it', () => {
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

test('without dropped starts, or with a punctual one after them, each is as late as it was', () => {
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

test('the instances of a run are each held against their own numbers', () => {
  // Two instances deal the numbers out in turns; the second drops five of its starts.
  const told = [0, 1].flatMap((instance) =>
    Array.from({ length: 100 }, (_, nth) => ({
      scenario: 'gap-1',
      instance,
      iteration: 2 * nth + instance,
      at: (2 * (nth + (instance === 1 && nth >= 50 ? 5 : 0)) + instance) * INTERVAL,
    })),
  );
  const schedule = [{ name: 'gap-1', ...PLAN }];

  expect(lagOf(told, schedule, () => 5)).toBe(0);
  expect(lagOf(told, schedule, () => 0)).toBe(5 * 2 * INTERVAL);
  expect(lagOf([], schedule, () => 5)).toBeNull();
});

test.each([
  [0, 40, 707],
  [10, 30, 99],
  [30, 10, 33.5],
  [40, 0, 25],
])(
  'of a ramp from %d to %d a second each start is held against its own time',
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
