import { expect, test } from 'vitest';
import { quantileAt } from '../testing/quantile-at.ts';
import { recordedLatencies, statisticsOfSample } from '../testing/recorded-latencies.ts';
import { fineSketchOf, percentileOf } from './quantile-sketch.ts';
import { mergeSketches } from './merge-sketches.ts';

const recorded = recordedLatencies();
const COUNTS = [2, 3, 4, 5, 6, 7, 8];

type Change = (sample: readonly number[], index: number) => readonly number[];

/** Ways in which instances may differ from each other. */
const CHANGES: Readonly<Record<string, Change>> = {
  'as they were recorded': (sample) => sample,
  'each slower than the one before': (sample, index) => sample.map((ms) => ms * (1 + index / 4)),
  'each with fewer samples': (sample, index) =>
    sample.slice(0, Math.ceil(sample.length / (1 + index))),
  'one three times as slow': (sample, index) => (index === 0 ? sample.map((ms) => ms * 3) : sample),
  'each farther away': (sample, index) => sample.map((ms) => ms + 7 * index),
};

const merged = (parts: readonly (readonly number[])[]) =>
  mergeSketches(parts.flatMap((part) => fineSketchOf(statisticsOfSample(part)) ?? []));

const cases = Object.entries(CHANGES).flatMap(([how, change]) =>
  COUNTS.map((count) => ({ how, count, change })),
);

test.each(cases)('$count instances, $how: within 0.5 % of the raw samples', ({ count, change }) => {
  const parts = recorded.slice(0, count).map(change);
  const sketch = merged(parts);
  const all = parts.flat().toSorted((a, b) => a - b);
  if (!sketch) throw new Error('expected a sketch');
  expect(sketch.count).toBe(all.length);
  expect(sketch.points).toHaveLength(112);
  expect([sketch.points[0], sketch.points.at(-1)]).toEqual([all[0], all.at(-1)]);
  for (const percentile of [50, 95, 99]) {
    const exact = quantileAt(all, percentile / 100);
    expect(Math.abs(percentileOf(sketch, percentile) / exact - 1)).toBeLessThan(0.005);
  }
});

test('the mean of the percentiles, which is not used, would be far off', () => {
  const parts = recorded.slice(0, 4).map(CHANGES['one three times as slow'] as Change);
  const ascending = parts.map((part) => part.toSorted((a, b) => a - b));
  const mean = ascending.reduce((sum, part) => sum + quantileAt(part, 0.95), 0) / parts.length;
  const exact = quantileAt(
    parts.flat().toSorted((a, b) => a - b),
    0.95,
  );
  expect(Math.abs(mean / exact - 1)).toBeGreaterThan(0.05);
});

test('merges one sample, equal samples and no sample, too', () => {
  expect(merged([])).toBeUndefined();
  expect(merged([[7]])).toMatchObject({ count: 1, mean: 7 });
  const equal = merged([[5, 5, 5], [5]]);
  expect(equal?.count).toBe(4);
  expect(new Set(equal?.points.map((point) => point.toFixed(4)))).toEqual(new Set(['5.0000']));
});
