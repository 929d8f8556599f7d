import type { LoadRecord } from '../../store/load/load-record.ts';

const TAIL = [99.1, 99.2, 99.3, 99.4, 99.5, 99.6, 99.7, 99.8, 99.9, 99.95, 99.99];

/** The percentiles of a sketch between its minimum and its maximum: 1 to 99, then finer in the tail. */
const SKETCH_PERCENTILES: readonly number[] = [
  ...Array.from({ length: 99 }, (_, index) => index + 1),
  ...TAIL,
];

/** Share of all samples below each of the 112 points. */
export const SKETCH_SHARES: readonly number[] = [
  0,
  ...SKETCH_PERCENTILES.map((percentile) => percentile / 100),
  1,
];

/** The trend statistics that k6 computes: the points of a sketch, the number of samples, and their mean. */
export const SKETCH_STATISTICS: readonly string[] = [
  'count',
  'avg',
  'min',
  ...SKETCH_PERCENTILES.map((percentile) => `p(${percentile})`),
  'max',
];

/** 112 points of a distribution in milliseconds, ascending: minimum, percentiles, maximum. Sketches can be merged. */
export type QuantileSketch = NonNullable<LoadRecord['overall']>;

/** Reads a sketch from the statistics of a k6 trend; undefined without any sample. */
export const sketchOf = (values: Readonly<Record<string, number>>): QuantileSketch | undefined => {
  const { count = 0 } = values;
  if (count === 0) return undefined;
  const points = SKETCH_STATISTICS.slice(2).map((name) => values[name] ?? Number.NaN);
  return { count, mean: values['avg'] ?? Number.NaN, points };
};

/** Writes a sketch as k6 statistics. */
export const statisticsOf = ({ count, mean, points }: QuantileSketch): Record<string, number> =>
  Object.fromEntries(
    SKETCH_STATISTICS.map((name, index) => [name, [count, mean, ...points][index] as number]),
  );

/** Minimum number of samples for a meaningful percentile (k6 is exact; chance is not). */
export const MIN_SAMPLES = { p95: 1, p99: 10_000, p999: 100_000 } as const;

/** A percentile of the sketch, in milliseconds. Throws if it is not one of its points. */
export const percentileOf = ({ points }: QuantileSketch, percentile: number): number => {
  const value = points[SKETCH_PERCENTILES.indexOf(percentile) + 1];
  if (!SKETCH_PERCENTILES.includes(percentile) || value === undefined)
    throw new Error(`a sketch has no percentile ${percentile}`);
  return value;
};

/** A quantile of an ascending sample; 0 without any. */
export const quantileOf = (ascending: readonly number[], share: number): number =>
  ascending[Math.min(ascending.length - 1, Math.floor(ascending.length * share))] ?? 0;

/** The sketch of a sample in milliseconds; undefined without any. */
export const sketchOfSample = (sample: readonly number[]): QuantileSketch | undefined => {
  const ascending = sample.toSorted((a, b) => a - b);
  const mean = ascending.reduce((sum, value) => sum + value, 0) / ascending.length;
  const points = SKETCH_SHARES.map((share) => quantileOf(ascending, share));
  return ascending.length === 0 ? undefined : { count: ascending.length, mean, points };
};

/** A fine-grained distribution: the share of the samples below each point, ascending from 0 to 1. */
export interface FineSketch {
  readonly count: number;
  readonly mean: number;
  readonly shares: readonly number[];
  /** Milliseconds. */
  readonly points: readonly number[];
}

const steps = (from: number, to: number, step: number): readonly number[] =>
  Array.from({ length: Math.round((to - from) / step) }, (_, index) =>
    Number((from + index * step).toFixed(3)),
  );

/**
 * The trend statistics of one of several instances: denser in the tail, since the common p99 may be any percentile
 * above p90 of a slower instance.
 */
export const FINE_STATISTICS: readonly string[] = [
  'count',
  'avg',
  'min',
  ...[...steps(0.2, 90, 0.2), ...steps(90, 99, 0.02), ...steps(99, 100, 0.005)].map(
    (percentile) => `p(${percentile})`,
  ),
  'max',
];

/** Reads all points from the statistics of a k6 trend; undefined without any sample. */
export const fineSketchOf = (values: Readonly<Record<string, number>>): FineSketch | undefined => {
  const { count = 0, avg = Number.NaN, min = Number.NaN, max = Number.NaN } = values;
  if (count === 0) return undefined;
  const inside = Object.entries(values)
    .flatMap(([name, value]) => {
      const percentile = /^p\(([\d.]+)\)$/.exec(name)?.[1];
      return percentile === undefined ? [] : [{ share: Number(percentile) / 100, value }];
    })
    .toSorted((a, b) => a.share - b.share);
  return {
    count,
    mean: avg,
    shares: [0, ...inside.map(({ share }) => share), 1],
    points: [min, ...inside.map(({ value }) => value), max],
  };
};
