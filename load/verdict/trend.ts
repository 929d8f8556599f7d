import { median } from 'simple-statistics';
import type { Line } from '../../spec/line.ts';
import type { LoadRecord } from '../../store/load/load-record.ts';
import type { Point } from '../plan.ts';

/** Trend of the p50 of a line within one plateau, by the Theil–Sen estimator. */
export type Trend = NonNullable<LoadRecord['trends']>[number];

/** Number of pieces of a plateau, and minimum number of points in a piece: a median of fewer is chance. */
const MOST_PIECES = 20;
const LEAST_PIECES = 8;
const LEAST_POINTS = 5;

/** Minimum number of points of a line in a step for a trend. */
const POINTS_FOR_TREND = LEAST_PIECES * LEAST_POINTS;

/** Quantile of the normal distribution for an interval of 99 %. */
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

/** Confidence interval of 99 % for the slope, by Sen's method: from the variance of Kendall's S. */
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
  // A non-linear rise may extrapolate below its smallest piece.
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

/** Judgement of a run's trends, as text. */
export interface TrendVerdict {
  /** Rises that are significantly more than the profile allows. */
  readonly missed: readonly string[];
  /** Rises that may be more, or are based on too few points. */
  readonly unsure: readonly string[];
  /** Notable rises without a limit that judges them. */
  readonly notes: readonly string[];
}

/** Minimum rise within a plateau for a note, as a share of the p50 and in milliseconds. */
const NOTABLE = { share: 0.2, ms: 2 } as const;
/** Milliseconds that no limit counts: a busy machine moves the p50 of a fast service by as much. */
const NO_RISE = 1;

const SPANS = [
  [1, 'a second'],
  [60, 'a minute'],
  [3600, 'an hour'],
] as const;

const rounded = (value: number): string => String(Number(value.toPrecision(2)));

const milliseconds = (value: number): string =>
  value >= 100 ? String(Math.round(value)) : rounded(value);

const nameOf = ({ line, step }: Pick<Trend, 'line' | 'step'>, steps: number): string =>
  steps > 1 ? `${line}, step ${step}` : line;

/** `gap: p50 rises 0.9 ms a second, 0.7 to 1.1 (from 24 ms to 47 ms within 26 s)`. */
const trendText = (trend: Trend, steps: number): string => {
  const { slope, least, most, from, to, seconds } = trend;
  const [span, words] = SPANS.find(([each]) => slope * each >= 0.1) ?? [3600, 'an hour'];
  const [now, low, high] = [slope, least, most].map((each) => rounded(each * span));
  return `${nameOf(trend, steps)}: p50 rises ${now} ms ${words}, ${low} to ${high} (from ${milliseconds(from)} ms to ${milliseconds(to)} ms within ${Math.round(seconds)} s)`;
};

const isNotable = ({ from, to, least }: Trend): boolean =>
  least > 0 && to - from >= Math.max(NOTABLE.ms, NOTABLE.share * from);

/** Allowed rise of the p50 within a plateau in milliseconds. */
const allowedRise = ({ from }: Trend, limit: number): number => Math.max(limit * from, NO_RISE);

/** A plateau that a limit applies to. */
type Plateau = { readonly line: Line; readonly step: number };

const judged = (trends: readonly Trend[], plateaus: readonly Plateau[], limit: number) => {
  const steps = new Set(plateaus.map(({ step }) => step)).size;
  const most = `at most ${rounded(limit * 100)} % allowed within a plateau`;
  const missed: string[] = [];
  const unsure: string[] = [];
  for (const plateau of plateaus) {
    const trend = trends.find(({ line, step }) => line === plateau.line && step === plateau.step);
    if (trend === undefined) {
      unsure.push(
        `${nameOf(plateau, steps)}: the limit of the trend was not judged: it needs ${POINTS_FOR_TREND} answered points of the chart; send more price requests`,
      );
      continue;
    }
    const allowed = allowedRise(trend, limit);
    if (trend.least * trend.seconds > allowed) missed.push(`${trendText(trend, steps)}, ${most}`);
    else if (trend.to - trend.from > allowed)
      unsure.push(`${trendText(trend, steps)}, ${most}: this may be chance; use a longer profile`);
  }
  return { missed, unsure };
};

/** Threshold of a significant rise that is never chance: without a limit, it makes the run inconclusive. */
const GRAVE = { share: 0.3, ms: 10 } as const;

const isGrave = ({ from, least, seconds }: Trend): boolean =>
  least * seconds >= Math.max(GRAVE.ms, GRAVE.share * from);

/** Judges the trends of a run; `trend` is the share by which the p50 may rise within a plateau; default: any. */
export const trendVerdict = (
  trends: readonly Trend[],
  plateaus: readonly Plateau[],
  limits: { readonly trend?: number | undefined; readonly isLimited: (line: Line) => boolean },
): TrendVerdict => {
  const { trend: limit, isLimited } = limits;
  const steps = new Set(plateaus.map(({ step }) => step)).size;
  const rises = trends.filter((trend) => isNotable(trend));
  if (limit !== undefined) {
    const { missed, unsure } = judged(trends, plateaus, limit);
    const texts = rises.map((trend) => trendText(trend, steps));
    const isNew = (text: string) => ![...missed, ...unsure].some((each) => each.startsWith(text));
    return { missed, unsure, notes: texts.filter(isNew) };
  }
  const grave = rises.filter((trend) => isGrave(trend) && !isLimited(trend.line));
  return {
    missed: [],
    unsure: grave.map(
      (trend) =>
        `${trendText(trend, steps)}, and no limit applies (load.slo of the target, trend of the profile)`,
    ),
    notes: rises.filter((trend) => !grave.includes(trend)).map((trend) => trendText(trend, steps)),
  };
};
