import { type FineSketch, type QuantileSketch, SKETCH_SHARES } from './quantile-sketch.ts';

/** Number of samples below a value in milliseconds; two knots at the same value are an exactly known sample. */
export interface Knot {
  readonly value: number;
  readonly below: number;
}

interface At {
  readonly position: number;
  readonly value: number;
}

/** Minimum distance, in samples, of two points of one segment for recovering the sample at its beginning. */
const APART = 0.2;

// k6 takes share s of n ascending samples at position s (n - 1), interpolating linearly between two samples: two points
// of such a segment lead back to the sample.
const knownSampleAt = (position: number, stretch: readonly At[]): number | undefined => {
  const [first, last] = [stretch[0], stretch.at(-1)];
  if (!first || !last || last.position - first.position < APART) return undefined;
  const slope = (last.value - first.value) / (last.position - first.position);
  return first.value - slope * (first.position - position);
};

const ascending = (knots: readonly Knot[]): readonly Knot[] => {
  let [value, below] = [0, 0];
  return knots.map((knot) => {
    value = Math.max(value, knot.value);
    below = Math.max(below, knot.below);
    return { value, below };
  });
};

const exactly = (value: number, position: number): readonly Knot[] => [
  { value, below: position },
  { value, below: position + 1 },
];

/** The ascending knots of a sketch: single samples if its points are denser than the samples, otherwise its points. */
const knotsOf = ({ count, shares, points }: FineSketch): readonly Knot[] => {
  const all = shares.map((share, index) => ({
    position: share * (count - 1),
    value: points[index] as number,
  }));
  const stretches = Map.groupBy(all.slice(1, -1), ({ position }) => Math.floor(position));
  const inside = [...stretches].flatMap(([position, stretch]): readonly Knot[] => {
    const value = position === 0 ? undefined : knownSampleAt(position, stretch);
    if (value !== undefined) return exactly(value, position);
    // Half of the sample at a position is below it.
    return stretch.map((at) => ({ value: at.value, below: at.position + 0.5 }));
  });
  return ascending([
    ...exactly(points[0] as number, 0),
    ...inside,
    ...(count === 1 ? [] : exactly(points.at(-1) as number, count - 1)),
  ]);
};

/** Index of the last knot that is not above the value; -1 if all are. */
const lastUpTo = (knots: readonly Knot[], value: number): number => {
  let [low, high] = [-1, knots.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((knots[middle] as Knot).value <= value) low = middle;
    else high = middle - 1;
  }
  return low;
};

const belowIn = (knots: readonly Knot[], value: number): number => {
  const at = lastUpTo(knots, value);
  const [from, to] = [knots[at], knots[at + 1]];
  if (from === undefined || to === undefined) return from?.below ?? 0;
  const part = (value - from.value) / (to.value - from.value);
  return from.below + part * (to.below - from.below);
};

const STEPS = 60;
const CLOSE = 1e-7;

/** Samples of several sketches, and samples to be excluded. */
interface Merging {
  readonly parts: readonly (readonly Knot[])[];
  readonly out: readonly Knot[];
  readonly count: number;
  readonly most: number;
}

/**
 * The sample at a position of the merged samples: the smallest value with this many samples below it, counting half of
 * itself.
 */
const sampleAt = ({ parts, out, most }: Merging, position: number): number => {
  let [low, high] = [0, most];
  for (let step = 0; step < STEPS && high - low > high * CLOSE; step += 1) {
    const middle = (low + high) / 2;
    const below = parts.reduce((sum, knots) => sum + belowIn(knots, middle), 0);
    if (below - belowIn(out, middle) >= position + 0.5) high = middle;
    else low = middle;
  }
  return high;
};

const valueAt = (merging: Merging, share: number): number => {
  const position = share * (merging.count - 1);
  const before = Math.floor(position);
  const low = sampleAt(merging, before);
  const high = sampleAt(merging, Math.min(before + 1, merging.count - 1));
  return low + (position - before) * (high - low);
};

const mergingOf = (all: readonly FineSketch[], out: FineSketch | undefined): Merging => ({
  parts: all.map(knotsOf),
  out: out ? knotsOf(out) : [],
  count: all.reduce((sum, each) => sum + each.count, 0) - (out?.count ?? 0),
  most: Math.max(...all.map(({ points }) => points.at(-1) as number)),
});

/** The value below which a share of the merged samples lies, excluding those of `out`; NaN without any sample. */
export const mergedQuantile = (
  all: readonly FineSketch[],
  share: number,
  out?: FineSketch,
): number => (all.length === 0 ? Number.NaN : valueAt(mergingOf(all, out), share));

/**
 * Merges sketches, excluding the samples of `out`, which are among them and none of which is the slowest: count, mean
 * and maximum exactly, the percentiles as finely as the points lie; undefined without any sample. Percentiles are never
 * averaged.
 */
export const mergeSketches = (
  all: readonly FineSketch[],
  out?: FineSketch,
): QuantileSketch | undefined => {
  if (all.length === 0) return undefined;
  const merging = mergingOf(all, out);
  const { count, most } = merging;
  const total = all.reduce((sum, each) => sum + each.mean * each.count, 0);
  const mean = (total - (out ? out.mean * out.count : 0)) / count;
  const least = Math.min(...all.map(({ points }) => points[0] as number));
  let last = least;
  const points = SKETCH_SHARES.map((share) => {
    if (share === 0) return least;
    last = share === 1 ? most : Math.max(last, valueAt(merging, share));
    return last;
  });
  return { count, mean, points };
};
