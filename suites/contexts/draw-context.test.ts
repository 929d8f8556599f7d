import { expect, test } from 'vitest';
import { DIMENSIONS } from './context.ts';
import { drawContext } from './draw-context.ts';
import { valuesOf } from './dimension.ts';

const PROBES = Array.from({ length: 40 }, (_, index) => index);

test.each(DIMENSIONS.filter(({ wheel }) => wheel.length > 1))(
  'a series covers all values of $name in one turn, and a probe in two turns of consecutive seeds',
  (dimension) => {
    const { name, wheel } = dimension;
    const drawn = (seed: number, index: number) =>
      drawContext(seed, 'series', index, [name as never])[name as never];
    const seeds = Array.from({ length: 2 * wheel.length - 1 }, (_, at) => 100 + at);
    const values = new Set(valuesOf(dimension));

    expect(new Set(wheel.map((_, index) => drawn(7, index)))).toEqual(values);
    for (const index of PROBES)
      expect(new Set(seeds.map((seed) => drawn(seed, index)))).toEqual(values);
  },
);

test('values of two dimensions with wheels of one length meet in all combinations', () => {
  const [one, other] = ['siblings', 'updates'] as const;
  const seeds = Array.from({ length: 200 }, (_, seed) => seed);
  const met = seeds.map((seed) => {
    const context = drawContext(seed, 'series', 3, [one, other]);
    return `${context[one]} ${context[other]}`;
  });

  expect(new Set(met).size).toBe(16);
});
