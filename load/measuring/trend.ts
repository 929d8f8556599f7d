import { median } from 'simple-statistics';
import type { Line } from '../../spec/line.ts';
import type { Point } from './listen-to.ts';

/** How the p50 of a line moved within one plateau, by Theil and Sen. */
export interface Trend {
  readonly line: Line;
  /** From 1. */
  readonly step: number;
  /** Seconds from its first to its last point. */
  readonly seconds: number;
  /** Milliseconds of the p50 at the first and at the last point, on the line of the trend. */
  readonly from: number;
  readonly to: number;
  /** Milliseconds a second, with an interval of 99 %. */
  readonly slope: number;
  readonly least: number;
  readonly most: number;
}

/** Pieces of a plateau, and points that a piece has at least: a median of fewer is chance. */
const MOST_PIECES = 20;
const LEAST_PIECES = 8;
const LEAST_POINTS = 5;

/** Points of a line in a step that a trend takes. */
export const POINTS_FOR_TREND = LEAST_PIECES * LEAST_POINTS;

/** Of the normal distribution, for an interval of 99 %. */
const Z = 2.576;

interface Piece {
  /** Seconds since the first point. */
  readonly at: number;
  readonly p50: number;
}

const piecesOf = (points: readonly Point[], start: number): readonly Piece[] => {
  const count = Math.min(MOST_PIECES, Math.floor(points.length / LEAST_POINTS));
  return Array.from({ length: count }, (_, n) => {
    const own = points.slice(
      Math.round((n * points.length) / count),
      Math.round(((n + 1) * points.length) / count),
    );
    return {
      at: median(own.map(({ at }) => (at - start) / 1000)),
      p50: median(own.map(({ ms }) => ms ?? 0)),
    };
  });
};

const slopesOf = (pieces: readonly Piece[]): readonly number[] =>
  pieces
    .flatMap((one, n) =>
      pieces
        .slice(n + 1)
        .flatMap((other) =>
          other.at > one.at ? [(other.p50 - one.p50) / (other.at - one.at)] : [],
        ),
    )
    .toSorted((a, b) => a - b);

/** The slopes between which the true one lies in 99 of 100 cases, after Sen: by the variance of Kendall's S. */
const intervalOf = (slopes: readonly number[], pieces: number): readonly [number, number] => {
  const half = (Z * Math.sqrt((pieces * (pieces - 1) * (2 * pieces + 5)) / 18)) / 2;
  const middle = slopes.length / 2;
  const least = Math.max(0, Math.floor(middle - half) - 1);
  const most = Math.min(slopes.length - 1, Math.ceil(middle + half));
  return [slopes[least] ?? 0, slopes[most] ?? 0];
};

const trendOf = (line: Line, step: number, points: readonly Point[]): Trend | undefined => {
  const ordered = points.toSorted((a, b) => a.at - b.at);
  const start = ordered[0]?.at ?? 0;
  const pieces = piecesOf(ordered, start);
  const slopes = slopesOf(pieces);
  if (pieces.length < LEAST_PIECES || slopes.length === 0) return undefined;
  const slope = median([...slopes]);
  const [least, most] = intervalOf(slopes, pieces.length);
  const seconds = ((ordered.at(-1)?.at ?? start) - start) / 1000;
  const begun = median(pieces.map(({ at, p50 }) => p50 - slope * at));
  // A rise that is no straight line may begin below nothing.
  const from = Math.max(begun, Math.min(...pieces.map(({ p50 }) => p50)));
  return { line, step, seconds, from, to: from + slope * seconds, slope, least, most };
};

/** The trend of every line in every step that has at least 40 points below status 400. */
export const trendsIn = (points: readonly Point[]): readonly Trend[] => {
  const answered = points.filter(({ ms, status }) => ms !== null && status < 400);
  return [...Map.groupBy(answered, ({ line, step }) => `${line} ${step}`).values()].flatMap(
    (own) => {
      const [first] = own;
      return (first && trendOf(first.line, first.step, own)) ?? [];
    },
  );
};
