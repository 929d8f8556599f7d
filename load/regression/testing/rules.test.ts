import { expect, test } from 'vitest';
import { confirmedRule, ratioRule, falseAlarms, driftAtDetection, isDetected } from './rules.ts';
import type { World } from './simulated-world.ts';

// The full table of figures is `npm run bench:regression`.

const calm: World = {
  seed: 1,
  series: 20,
  variation: 0.03,
  oddRuns: 0.02,
  slowNights: 0.02,
  weekend: 0.03,
  drift: 0.0005,
};

test('two hundred nights of twenty series raise at most two alarms, while a simple ratio raises many', () => {
  expect(falseAlarms(calm, confirmedRule(20), 200).alarmed).toBeLessThanOrEqual(2);
  expect(falseAlarms(calm, ratioRule(20, 14, 1.1), 200).alarmed).toBeGreaterThan(40);
});

test('a blind rule detects nothing, and the real one detects a change of a fifth', () => {
  const world = { ...calm, series: 1 };
  expect(isDetected(world, () => [], 0.2, 1)).toBe(false);
  expect(isDetected(world, confirmedRule(1), 0.2, 1)).toBe(true);
  expect(isDetected({ ...calm, series: 20 }, confirmedRule(20), 0.2, 20)).toBe(true);
});

test('a hundred nights beside changing other work raise no alarm if validity includes the machine', () => {
  // The nights are slow because of the other work.
  const world = { ...calm, series: 4, slowNights: 0, otherWork: { hours: 0.5, slower: 0.25 } };
  const alarmed = (mostOthers?: number): number =>
    [1, 2, 3].reduce(
      (sum, seed) =>
        sum + falseAlarms({ ...world, seed }, confirmedRule(4, mostOthers), 100).alarmed,
      0,
    );
  expect(alarmed()).toBe(0);
  // Without the limit they do.
  expect(alarmed(1)).toBeGreaterThan(5);
});

test('detects a drift of 1 % a night before +12 % in nine of ten series, and before +15 % in nearly all', () => {
  const found = Array.from({ length: 100 }, (_, seed) =>
    driftAtDetection({ ...calm, series: 1, seed: 5000 + seed }, confirmedRule(1), 0.01, 0.3),
  );
  expect(found.filter((slower) => slower < 0.12).length).toBeGreaterThanOrEqual(90);
  expect(found.filter((slower) => slower < 0.15).length).toBeGreaterThanOrEqual(98);
});

test('one seed always yields the same nights', () => {
  const once = falseAlarms({ ...calm, variation: 0.08 }, confirmedRule(20), 60);
  expect(falseAlarms({ ...calm, variation: 0.08 }, confirmedRule(20), 60)).toEqual(once);
});
