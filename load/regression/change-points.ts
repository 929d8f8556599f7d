import { mean } from 'simple-statistics';
import { differencePValue } from './student-t.ts';

/** A lasting change: the level differs from this value on. */
export interface ChangePoint {
  /** Index of the first value of the new level. */
  readonly index: number;
  /** Means of the values before the change, back to the previous one, and after it, up to the next one. */
  readonly before: number;
  readonly after: number;
  /** The probability that it is chance. */
  readonly p: number;
}

/** Number of newest values that are examined. */
export const WINDOW = 90;
/** Minimum number of values of a level. */
const LEAST = 3;
const SURE = 0.001;
/**
 * Significance level of the first pass: changes that lie near each other mask each other; a second pass removes the
 * weak ones.
 */
const FIRST_LOOK = 0.01;
const MAGNITUDE = 0.05;

/** Sums of |x_i − x_j| over a rectangle of pairs, after one pass over all of them. */
const distances = (values: readonly number[]) => {
  const size = values.length + 1;
  const sums = new Float64Array(size * size);
  for (const [i, x] of values.entries())
    for (const [j, y] of values.entries())
      sums[(i + 1) * size + j + 1] =
        Math.abs(x - y) +
        (sums[i * size + j + 1] ?? 0) +
        (sums[(i + 1) * size + j] ?? 0) -
        (sums[i * size + j] ?? 0);
  const at = (i: number, j: number): number => sums[i * size + j] ?? 0;
  return (a: number, b: number, c: number, d: number): number =>
    at(b, d) - at(a, d) - at(b, c) + at(a, c);
};

/** The best split of the values from start to end: the largest distance between the parts (E-divisive). */
const bestSplit = (
  sum: ReturnType<typeof distances>,
  start: number,
  end: number,
): number | undefined => {
  let best: number | undefined;
  let most = 0;
  for (let at = start + LEAST; at <= end - LEAST; at += 1) {
    const [n, m] = [at - start, end - at];
    const between = (2 * sum(start, at, at, end)) / (n * m);
    const within =
      sum(start, at, start, at) / (n * (n - 1)) + sum(at, end, at, end) / (m * (m - 1));
    const energy = ((n * m) / (n + m)) * (between - within);
    if (energy > most) [best, most] = [at, energy];
  }
  return best;
};

const splits = (values: readonly number[]): readonly number[] => {
  const sum = distances(values);
  const within = (start: number, end: number): readonly number[] => {
    const at = bestSplit(sum, start, end);
    if (at === undefined) return [];
    if (differencePValue(values.slice(start, at), values.slice(at, end)) >= FIRST_LOOK) return [];
    return [...within(start, at), at, ...within(at, end)];
  };
  return within(0, values.length);
};

const changesAt = (values: readonly number[], at: readonly number[]): readonly ChangePoint[] =>
  at.map((index, n) => {
    const before = values.slice(at[n - 1] ?? 0, index);
    const after = values.slice(index, at[n + 1] ?? values.length);
    const p = differencePValue(before, after);
    return { index, before: mean([...before]), after: mean([...after]), p };
  });

const isWeak = ({ p, before, after }: ChangePoint): boolean =>
  p >= SURE || Math.abs(after - before) < MAGNITUDE * before;

/**
 * Lasting changes among the newest 90 values, oldest first: E-divisive finds their positions, Student's t-test confirms
 * them (p < 0.001), and changes below 5 % are ignored. Advisory only: they are detected some nights after they began.
 * Deterministic.
 */
export const changePoints = (all: readonly number[]): readonly ChangePoint[] => {
  const skipped = Math.max(0, all.length - WINDOW);
  const values = all.slice(skipped);
  let changes = changesAt(values, splits(values));
  while (changes.some(isWeak)) {
    const weakest = changes.filter(isWeak).reduce((one, other) => (other.p > one.p ? other : one));
    const left = changes.filter((each) => each !== weakest).map(({ index }) => index);
    changes = changesAt(values, left);
  }
  return changes.map((change) => ({ ...change, index: change.index + skipped }));
};
