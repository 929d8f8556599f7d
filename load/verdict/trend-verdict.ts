import type { Line } from '../../spec/line.ts';
import { POINTS_FOR_TREND, type Trend } from '../measuring/trend.ts';

/** What a run's trends came to, in words. */
export interface TrendVerdict {
  /** Rises that are surely more than the profile allows. */
  readonly missed: readonly string[];
  /** Rises that may be more, or that too few points tell of. */
  readonly unsure: readonly string[];
  /** Rises worth a line where no limit judges them. */
  readonly told: readonly string[];
}

/** A rise is worth a line from this share of the p50, and this many milliseconds, within a plateau. */
const TOLD = { share: 0.2, ms: 2 } as const;
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

const isTold = ({ from, to, least }: Trend): boolean =>
  least > 0 && to - from >= Math.max(TOLD.ms, TOLD.share * from);

/** Milliseconds that the p50 may rise within a plateau. */
const allowedRise = ({ from }: Trend, limit: number): number => Math.max(limit * from, NO_RISE);

/** A plateau that a limit is for. */
type Plateau = { readonly line: Line; readonly step: number };

const judged = (trends: readonly Trend[], plateaus: readonly Plateau[], limit: number) => {
  const steps = new Set(plateaus.map(({ step }) => step)).size;
  const most = `at most ${rounded(limit * 100)} % within a plateau allowed`;
  const missed: string[] = [];
  const unsure: string[] = [];
  for (const plateau of plateaus) {
    const trend = trends.find(({ line, step }) => line === plateau.line && step === plateau.step);
    if (trend === undefined) {
      unsure.push(
        `${nameOf(plateau, steps)}: the limit of the trend was not judged: it takes ${POINTS_FOR_TREND} answered points of the chart; send more price requests`,
      );
      continue;
    }
    const allowed = allowedRise(trend, limit);
    if (trend.least * trend.seconds > allowed) missed.push(`${trendText(trend, steps)}, ${most}`);
    else if (trend.to - trend.from > allowed)
      unsure.push(`${trendText(trend, steps)}, ${most}: it may be chance, and a longer run tells`);
  }
  return { missed, unsure };
};

/** A rise that is sure to be so large is no chance: where nothing limits it, nobody knows whether it may be. */
const GRAVE = { share: 0.3, ms: 10 } as const;

const isGrave = ({ from, least, seconds }: Trend): boolean =>
  least * seconds >= Math.max(GRAVE.ms, GRAVE.share * from);

/** What limits the latency of a run. */
export interface TrendLimits {
  /** Share by which the p50 may rise within a plateau: beyond it with its whole interval, it is missed. Left out: any. */
  readonly trend?: number | undefined;
  /** Whether a latency limit of the target or of the profile holds for a line. */
  readonly isLimited: (line: Line) => boolean;
}

/** What the trends of a run came to. */
export const trendVerdict = (
  trends: readonly Trend[],
  plateaus: readonly Plateau[],
  { trend: limit, isLimited }: TrendLimits,
): TrendVerdict => {
  const steps = new Set(plateaus.map(({ step }) => step)).size;
  const rises = trends.filter((trend) => isTold(trend));
  if (limit !== undefined) {
    const { missed, unsure } = judged(trends, plateaus, limit);
    const texts = rises.map((trend) => trendText(trend, steps));
    const isNew = (text: string) => ![...missed, ...unsure].some((each) => each.startsWith(text));
    return { missed, unsure, told: texts.filter(isNew) };
  }
  const grave = rises.filter((trend) => isGrave(trend) && !isLimited(trend.line));
  return {
    missed: [],
    unsure: grave.map(
      (trend) =>
        `${trendText(trend, steps)}, and nothing limits it (load.slo of the target, trend of the profile)`,
    ),
    told: rises.filter((trend) => !grave.includes(trend)).map((trend) => trendText(trend, steps)),
  };
};
