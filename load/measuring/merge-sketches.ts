import type { FineSketch } from './fine-sketch.ts';
import { type Knot, knotsOf } from './knots.ts';
import { type QuantileSketch, SKETCH_SHARES } from './quantile-sketch.ts';

/** Index of the last knot that is not above the value; -1 where all are. */
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

/** The sample at a position of all samples together: the smallest value with so many of them below it, and half of itself. */
const sampleAt = (all: readonly (readonly Knot[])[], position: number, most: number): number => {
  let [low, high] = [0, most];
  for (let step = 0; step < STEPS && high - low > high * CLOSE; step += 1) {
    const middle = (low + high) / 2;
    const below = all.reduce((sum, knots) => sum + belowIn(knots, middle), 0);
    if (below >= position + 0.5) high = middle;
    else low = middle;
  }
  return high;
};

const knotsAt = (
  all: readonly (readonly Knot[])[],
  count: number,
  most: number,
  share: number,
): number => {
  const position = share * (count - 1);
  const before = Math.floor(position);
  const low = sampleAt(all, before, most);
  const high = sampleAt(all, Math.min(before + 1, count - 1), most);
  return low + (position - before) * (high - low);
};

const countOf = (all: readonly FineSketch[]): number =>
  all.reduce((sum, each) => sum + each.count, 0);
const mostOf = (all: readonly FineSketch[]): number =>
  Math.max(...all.map(({ points }) => points.at(-1) as number));

/** The value below which a share of all samples of several lies, as finely as their points do; NaN without any sample. */
export const mergedAt = (all: readonly FineSketch[], share: number): number =>
  all.length === 0 ? Number.NaN : knotsAt(all.map(knotsOf), countOf(all), mostOf(all), share);

/**
 * The sketch of all samples of several: count, mean, minimum and maximum exactly, the percentiles as finely as the points
 * lie; undefined without any sample. Percentiles are never averaged.
 */
export const mergeSketches = (all: readonly FineSketch[]): QuantileSketch | undefined => {
  if (all.length === 0) return undefined;
  const count = countOf(all);
  const mean = all.reduce((sum, each) => sum + each.mean * each.count, 0) / count;
  const least = Math.min(...all.map(({ points }) => points[0] as number));
  const most = mostOf(all);
  const knots = all.map(knotsOf);
  const points = SKETCH_SHARES.map((share) => {
    if (share === 0) return least;
    return share === 1 ? most : knotsAt(knots, count, most, share);
  });
  return { count, mean, points };
};
