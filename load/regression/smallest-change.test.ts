import { expect, test } from 'vitest';
import { latencyBaseline } from './baseline.ts';
import { isConfirmed, judgeNight } from './judge-night.ts';
import { chanceFrom } from './simulation/chance.ts';
import { smallestChange } from './smallest-change.ts';

test('the smallest change grows with the variation and with the runs that have to confirm it', () => {
  const steady = smallestChange({ median: 100, mad: 1, limit: 108 }, 3);
  const loose = smallestChange({ median: 100, mad: 4, limit: 112 }, 3);
  expect(steady).toBeGreaterThan(0.07);
  expect(loose).toBeGreaterThan(steady);
  expect(smallestChange({ median: 100, mad: 1, limit: 108 }, 9)).toBeGreaterThan(steady);
  expect(smallestChange({ median: 0, mad: 0, limit: 0.01 }, 3)).toBe(0.01);
});

test('a change of that size is found within a week in about four cases of five', () => {
  const chance = chanceFrom(7);
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
