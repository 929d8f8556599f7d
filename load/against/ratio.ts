import { mean, sampleStandardDeviation } from 'simple-statistics';
import type { Line } from '../../spec/line.ts';
import type { AgainstRecord } from '../../store/load/load-record.ts';
import { percentileOf, type QuantileSketch } from '../measuring/quantile-sketch.ts';
import { twoSidedT } from '../regression/student-t.ts';

/** The percentiles that are compared. */
export const COMPARED = [50, 95, 99] as const;
/** A percentile that is compared. */
export type Compared = (typeof COMPARED)[number];

/** Distributions of two builds in two consecutive blocks; undefined: no sample. */
export interface Pair {
  readonly baseline: QuantileSketch | undefined;
  readonly candidate: QuantileSketch | undefined;
}

/** Ratio of candidate to baseline, for one percentile of one line. */
export type Ratio = Omit<AgainstRecord['ratios'][number], 'shown' | 'said' | 'sentence'>;

/** A percentile of a line that was not compared, with the reason. */
export interface Uncompared {
  readonly line: Line;
  readonly percentile: Compared;
  readonly why: string;
  /** The p99 takes many requests, and is expected only if there are enough of them. */
  readonly isWanted: boolean;
}

/** Error probability of a comparison: the chance that equal builds show any difference, over all intervals together. */
export const CHANCE = 0.01;
/** Tolerated slowdown of the candidate, as a share. */
export const TOLERANCE = 0.05;
/** From this upper bound on, a ratio is not called equal. */
export const UNDECIDED = 1.5;

/** Minimum number of price requests of a block for a percentile: two of them lie above the p95, ten above the p99. */
export const ENOUGH: Readonly<Record<Compared, number>> = { 50: 4, 95: 40, 99: 1000 };

const verdictOf = ({ least, most }: Pick<Ratio, 'least' | 'most'>): Ratio['verdict'] => {
  if (least > 1 + TOLERANCE) return 'slower';
  if (most < 1 / (1 + TOLERANCE)) return 'faster';
  return most >= UNDECIDED ? 'undecided' : 'none';
};

const valuesOf = (pairs: readonly Pair[], percentile: Compared): Ratio['pairs'] | string => {
  const counts = pairs.flatMap(({ baseline, candidate }) => [baseline?.count, candidate?.count]);
  const fewest = Math.min(...counts.map((count) => count ?? 0));
  if (fewest < ENOUGH[percentile])
    return `a block has only ${fewest} answers, and ${ENOUGH[percentile]} are required`;
  const at = (sketch: QuantileSketch | undefined) =>
    sketch ? percentileOf(sketch, percentile) : 0;
  const values = pairs.map((pair) => ({
    baseline: at(pair.baseline),
    candidate: at(pair.candidate),
  }));
  const isMeasured = values.every(({ baseline, candidate }) => baseline > 0 && candidate > 0);
  return isMeasured ? values : 'an answer took no time';
};

/**
 * Confidence interval by Student's t on the logarithms of the pairs' ratios: pairs are adjacent in time, so that drift
 * cancels out.
 */
const ratioOf = (
  line: Line,
  percentile: Compared,
  pairs: Ratio['pairs'],
  intervals: number,
): Ratio => {
  const logs = pairs.map(({ baseline, candidate }) => Math.log(candidate / baseline));
  const middle = mean(logs);
  const error = sampleStandardDeviation(logs) / Math.sqrt(logs.length);
  const half = twoSidedT(CHANCE / intervals, logs.length - 1) * error;
  const [least, most] = [Math.exp(middle - half), Math.exp(middle + half)];
  const geometric = (side: 'baseline' | 'candidate'): number =>
    Math.exp(mean(pairs.map((pair) => Math.log(pair[side]))));
  return {
    line,
    percentile,
    baseline: geometric('baseline'),
    candidate: geometric('candidate'),
    ratio: Math.exp(middle),
    least,
    most,
    pairs,
    verdict: verdictOf({ least, most }),
  };
};

/** The ratios of two builds by line and percentile; the confidence intervals hold simultaneously at 99 % (Bonferroni). */
export const ratiosOf = (
  lines: readonly (readonly [Line, readonly Pair[]])[],
): { readonly ratios: readonly Ratio[]; readonly uncompared: readonly Uncompared[] } => {
  const all = lines.flatMap(([line, pairs]) =>
    COMPARED.map((percentile) => ({ line, percentile, values: valuesOf(pairs, percentile) })),
  );
  const measured = all.flatMap(({ line, percentile, values }) =>
    typeof values === 'string' ? [] : [{ line, percentile, values }],
  );
  return {
    ratios: measured.map(({ line, percentile, values }) =>
      ratioOf(line, percentile, values, measured.length),
    ),
    uncompared: all.flatMap(({ line, percentile, values }) =>
      typeof values === 'string'
        ? [{ line, percentile, why: values, isWanted: percentile < 99 }]
        : [],
    ),
  };
};

const two = (value: number): string => value.toFixed(2);

const percent = (ratio: number): string => {
  const share = (ratio - 1) * 100;
  return `${share >= 10 ? Math.round(share) : Number(share.toFixed(1))} %`;
};

/** `1.31 (1.27 to 1.35)`. */
export const intervalText = ({ ratio, least, most }: Ratio): string =>
  `${two(ratio)} (${two(least)} to ${two(most)})`;

/** The verdict on a ratio in a few words, including the slowdown of the candidate. */
export const verdictText = ({ verdict, least, most }: Ratio): string => {
  if (verdict === 'slower') return 'candidate slower';
  if (verdict === 'faster') return 'candidate faster';
  if (verdict === 'undecided') return `undecided (may be up to ${percent(most)} slower)`;
  if (least > 1)
    return `candidate slower by ${percent(least)} to ${percent(most)}, not significantly more than ${percent(1 + TOLERANCE)}`;
  return most <= 1
    ? 'no slowdown detected'
    : `no difference detected (may be up to ${percent(most)} slower)`;
};

/** The ratio in one sentence that states its direction unmistakably. */
export const ratioText = (ratio: Ratio): string =>
  `the candidate is ${intervalText(ratio)} times as slow as the baseline on ${ratio.line} p${ratio.percentile}`;
