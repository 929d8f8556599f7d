import { expect, test } from 'vitest';
import { cellsOf, median } from './part.ts';

test.each([
  [[3, 1, 2], 2],
  [[4, 1, 2, 3], 3],
  [[], 0],
])('the median of %j is %i', (values, middle) => {
  expect(median(values)).toBe(middle);
});

test('each cell is the median of its own values', () => {
  const round = (wall: number, cpu: number) => ({
    wall,
    cpu,
    memory: 3 * 2 ** 20,
    code: 0,
    output: [],
    requests: 7,
  });

  expect(cellsOf([round(1, 9), round(2, 8), round(3, 7)])).toEqual(['2.0 s', '8.0 s', '3 MB', '7']);
});
