import { expect, test } from 'vitest';
import {
  begunBy,
  dueAt,
  durationOf,
  lastTurnsOf,
  longestWait,
  peakRateOf,
  scheduleOf,
  wholeRate,
} from './schedule.ts';

const profile = {
  warmUp: { rate: 5, seconds: 4 },
  steps: [
    { rate: 10, seconds: 10 },
    { rate: 40, seconds: 5 },
  ],
  weights: { gap: 0.25 },
};

test('plateaus follow one another on every line, the warm-up first', () => {
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
  expect(wholeRate(rate)).toEqual({ rate: whole, unit });
});

/** When k6 begins the price requests of one stage, in milliseconds: its `ramping_arrival_rate.go`, computed step by step. */
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
])('a ramp from %d to %d begins when its rate has summed up to a price request', (rate, to) => {
  const [ramp] = scheduleOf({ steps: [{ rate, to, seconds: 8 }], weights: {} }, ['gap']);
  if (!ramp) throw new Error('no ramp');
  const due = Array.from({ length: ramp.count }, (_, nth) => dueAt(ramp, nth));

  expect(ramp.count).toBe(Math.floor(4 * (rate + to)));
  expect(ramp.interval).toBeCloseTo(8000 / (4 * (rate + to)), 6);
  for (const [nth, at] of k6Starts(rate, to, 8).entries()) {
    expect(Math.abs((due[nth] ?? 0) - at)).toBeLessThan(25);
    expect(begunBy(ramp, due[nth] ?? 0)).toBeCloseTo(nth, 6);
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

test('from the last turns on every virtual user has one more, and on a short step from its begin', () => {
  const ends = (rates: { rate: number; to?: number }, users: number): number => {
    const [step] = scheduleOf({ steps: [{ ...rates, seconds: 8 }], weights: {} }, ['gap']);
    if (!step) throw new Error('no step');
    return lastTurnsOf(step, users);
  };

  expect(ends({ rate: 20 }, 10)).toBe(7450 - 500);
  expect(ends({ rate: 20 }, 159)).toBe(0);
  expect(ends({ rate: 20 }, 1000)).toBe(0);
  // Of 80 starts of a ramp to nothing, the last eleven take longer than at its mean rate.
  expect(ends({ rate: 20, to: 0 }, 10)).toBe(5171 - 500);
});
