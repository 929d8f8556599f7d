import { expect, test } from 'vitest';
import {
  isConfirmed,
  isSlowOverall,
  judgeNight,
  latencyBaseline,
  smallestChange,
} from './judge-night.ts';
import { randomFrom } from './testing/simulated-world.ts';

/** 14 nights with the median 100 and the MAD `mad`. */
const nights = (mad: number): readonly number[] =>
  Array.from({ length: 14 }, (_, index) => 100 + (index % 2 === 0 ? mad : -mad));

test('a night is suspicious above 1.08 times the median of 14, but not at it', () => {
  expect(judgeNight({ value: 108, before: nights(1) })).toMatchObject({
    state: 'calm',
    median: 100,
    limit: 108,
  });
  expect(judgeNight({ value: 108.01, before: nights(1) }).state).toBe('suspicious');
});

test('with more variation, three deviations above the median decide', () => {
  expect(judgeNight({ value: 111.9, before: nights(4) })).toMatchObject({
    state: 'calm',
    limit: 112,
  });
  expect(judgeNight({ value: 112.1, before: nights(4) }).state).toBe('suspicious');
});

test('below 14 nights it is learning, however slow the night', () => {
  expect(judgeNight({ value: 1e6, before: nights(1).slice(1) })).toEqual({ state: 'learning' });
});

test('a few errors after none are chance, many are not', () => {
  const before = Array.from({ length: 14 }, () => 0);
  expect(judgeNight({ value: 5 / 600, requests: 600, before }).state).toBe('calm');
  expect(judgeNight({ value: 6 / 600, requests: 600, before }).state).toBe('suspicious');
});

test('every run of a block has to confirm; an empty block confirms nothing', () => {
  expect(isConfirmed([109, 110, 111], 108)).toBe(true);
  expect(isConfirmed([108, 110, 111], 108)).toBe(false);
  expect(isConfirmed([], 108)).toBe(false);
});

test('a night is slow as a whole if half of at least four series are suspicious', () => {
  expect(isSlowOverall(2, 4)).toBe(true);
  expect(isSlowOverall(9, 20)).toBe(false);
  expect(isSlowOverall(3, 3)).toBe(false);
});

test.for([
  ['crept away from its anchor', [106, 107, 107, 108], 107, 0, 'suspicious'],
  ['one night is slow, the level is not', [100, 100, 101, 100], 107, 0, 'calm'],
  ['the level was slow, and tonight is as it was', [110, 110, 110, 110], 100, 0, 'calm'],
  ['as slow, but many nights later', [106, 107, 107, 108], 107, 60, 'calm'],
  ['too few nights since', [107, 108], 107, 0, 'calm'],
] as const)('a night against its anchor: %s', ([, newest, value, age, state]) => {
  // The nights before have drifted, so that tonight is within their limit.
  const before = nights(1).map((each) => each + 4);
  const judged = judgeNight({ value, before, anchor: { values: nights(1), age }, newest });
  const against = state === 'calm' ? { median: 104 } : { drift: true, median: 100, limit: 106.5 };
  expect(judged).toMatchObject({ state, ...against });
});

test('no age permits more than a quarter above the anchor', () => {
  const anchor = { values: nights(1), age: 5000 };
  const before = nights(1).map((each) => each + 24);
  const at = (value: number) =>
    judgeNight({ value, before, anchor, newest: [value, value, value, value] }).state;
  expect([at(125), at(125.5)]).toEqual(['calm', 'suspicious']);
});

test('the smallest detectable change grows with the variation and the number of confirming runs', () => {
  const steady = smallestChange({ median: 100, mad: 1, limit: 108 }, 3);
  const loose = smallestChange({ median: 100, mad: 4, limit: 112 }, 3);
  expect(steady).toBeGreaterThan(0.07);
  expect(loose).toBeGreaterThan(steady);
  expect(smallestChange({ median: 100, mad: 1, limit: 108 }, 9)).toBeGreaterThan(steady);
  expect(smallestChange({ median: 0, mad: 0, limit: 0.01 }, 3)).toBe(0.01);
});

test('a change of that size is detected within a week in about four cases of five', () => {
  const chance = randomFrom(7);
  const draw = (level: number): number => level * (1 + 0.03 * chance.normal());
  const found = Array.from({ length: 600 }, () => {
    const before = Array.from({ length: 14 }, () => draw(100));
    const baseline = { ...latencyBaseline(before), mad: (0.03 * 100) / 1.4826 };
    const level = baseline.median * (1 + smallestChange(baseline, 3));
    return Array.from({ length: 7 }, () => {
      const isSuspicious = judgeNight({ value: draw(level), before }).state === 'suspicious';
      return isSuspicious && isConfirmed([draw(level), draw(level), draw(level)], baseline.limit);
    }).some(Boolean);
  });
  expect(found.filter(Boolean).length / 600).toBeGreaterThan(0.76);
  expect(found.filter(Boolean).length / 600).toBeLessThan(0.84);
});
