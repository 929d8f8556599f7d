/** A distribution by many points: which share of the samples lies below each, ascending, from 0 to 1. */
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
 * What k6 is to compute of every trend of one of several instances: closer where latencies lie far from each other, since a
 * part that is slower than the others has their p99 somewhere in its nineties.
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

/** All points in the statistics of one of k6's trends; undefined without any sample. */
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
