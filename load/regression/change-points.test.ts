import { expect, test } from 'vitest';
import { changePoints } from './change-points.ts';
import { randomFrom } from './testing/simulated-world.ts';

const noisy = (levels: readonly (readonly [level: number, nights: number])[], seed = 1) => {
  const chance = randomFrom(seed);
  return levels.flatMap(([level, nights]) =>
    Array.from({ length: nights }, () => level * (1 + 0.03 * chance.normal())),
  );
};

test('finds lasting changes where they began, up and down', () => {
  const found = changePoints(
    noisy([
      [100, 30],
      [115, 20],
      [98, 25],
    ]),
  );
  expect(found).toHaveLength(2);
  expect(Math.abs((found[0]?.index ?? 0) - 30)).toBeLessThan(3);
  expect(Math.abs((found[1]?.index ?? 0) - 50)).toBeLessThan(3);
  expect(found[0]?.before).toBeCloseTo(100, -1);
  expect(found[0]?.p).toBeLessThan(0.001);
});

test('ignores a lasting change of less than 5 %, however certain', () => {
  expect(changePoints([...Array(40).fill(100), ...Array(40).fill(104)] as number[])).toEqual([]);
  expect(changePoints([...Array(40).fill(100), ...Array(40).fill(106)] as number[])).toMatchObject([
    { index: 40, before: 100, after: 106 },
  ]);
});

test('finds hardly any change in ninety nights without one', () => {
  const wrong = Array.from({ length: 200 }, (_, seed) => changePoints(noisy([[100, 90]], seed)));
  expect(wrong.filter((found) => found.length > 0).length).toBeLessThanOrEqual(4);
});

test('examines only the newest 90 nights, and finds nothing in too few', () => {
  const long = [...Array(50).fill(100), ...Array(90).fill(120)] as number[];
  expect(changePoints(long)).toEqual([]);
  expect(changePoints([100, 200])).toEqual([]);
  expect(changePoints([])).toEqual([]);
  const [found] = changePoints([...long, ...(Array(10).fill(150) as number[])]);
  expect(found?.index).toBe(140);
});
