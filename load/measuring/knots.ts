import type { FineSketch } from './fine-sketch.ts';

/** How many samples lie below a value, in milliseconds; two of the same value are a sample that is known exactly. */
export interface Knot {
  readonly value: number;
  readonly below: number;
}

interface At {
  readonly position: number;
  readonly value: number;
}

/** Two points of one stretch that are so far apart, in samples, tell the sample at its beginning. */
const APART = 0.2;

// k6 takes share s of n ascending samples at position s (n - 1), and what lies between two samples on the line from one to the
// other: two points of that line lead back to the sample.
const sampleAt = (position: number, stretch: readonly At[]): number | undefined => {
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

/** The knots of a sketch, ascending: sample by sample where its points lie closer than the samples, else its points. */
export const knotsOf = ({ count, shares, points }: FineSketch): readonly Knot[] => {
  const all = shares.map((share, index) => ({
    position: share * (count - 1),
    value: points[index] as number,
  }));
  const stretches = Map.groupBy(all.slice(1, -1), ({ position }) => Math.floor(position));
  const inside = [...stretches].flatMap(([position, stretch]): readonly Knot[] => {
    const value = position === 0 ? undefined : sampleAt(position, stretch);
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
