import { median, medianAbsoluteDeviation, errorFunction } from 'simple-statistics';

/** Baseline of one measure from the nights before. */
export interface Baseline {
  readonly median: number;
  /** Median absolute deviation, in the unit of the measure. */
  readonly mad: number;
  /** Values above it are suspicious. */
  readonly limit: number;
}

/** Number of nights before the first judgement. */
export const NIGHTS_REQUIRED = 14;

/** Limit relative to the median, and in deviations; the higher one applies. */
const RATIO = 1.08;
const DEVIATIONS = 3;

/** Limit for the median of the newest nights, relative to that of their anchor. */
const DRIFT_RATIO = 1.065;
/** Tolerated drift away from the anchor, per night and in total: data grow, and the seasons change. */
const AGEING = 0.0007;
const MOST_AGED = 0.25;

/** Additional failed requests that one run may have by chance. */
const CHANCE = 5;

/** The limit of a latency from at least one value, in its unit: max(1.08 × median, median + 3 MAD). */
export const latencyBaseline = (values: readonly number[]): Baseline => {
  const middle = median([...values]);
  const mad = medianAbsoluteDeviation([...values]);
  return { median: middle, mad, limit: Math.max(RATIO * middle, middle + DEVIATIONS * mad) };
};

/** The limit of an error rate: as of a latency, but never less than chance brings to this many requests. */
const errorBaseline = (values: readonly number[], requests: number): Baseline => {
  const usual = latencyBaseline(values);
  const chance = DEVIATIONS * Math.sqrt((usual.median * (1 - usual.median)) / requests);
  const least = usual.median + chance + CHANCE / requests;
  return { ...usual, limit: Math.min(1, Math.max(usual.limit, least)) };
};

/** The first nights of a level: those that a person accepted, or the first of a series. */
export interface Anchor {
  /** At least one night. */
  readonly values: readonly number[];
  /** Nights since the last of them. */
  readonly age: number;
}

/**
 * The limit for the median of the newest nights against their anchor, which detects a drift smaller than a night's
 * limit: max(1.065 × median, median + 3 MAD), and 0.07 % more for every night since, to 1.25 × the median at most.
 */
const anchorBaseline = ({ values, age }: Anchor, requests?: number): Baseline => {
  if (requests !== undefined) return errorBaseline(values, requests);
  const usual = latencyBaseline(values);
  const { median: middle, mad } = usual;
  const strict = Math.max(DRIFT_RATIO * middle, middle + DEVIATIONS * mad);
  const aged = Math.min(strict + AGEING * age * middle, (1 + MOST_AGED) * middle);
  return { ...usual, limit: Math.max(strict, aged) };
};

/** A measure of tonight and of the nights that it is compared with. */
export interface NightOfMeasure {
  readonly value: number;
  /** The value is an error rate of this many requests; default: it is a latency. */
  readonly requests?: number;
  /** Of the nights before, the newest 14 that count. */
  readonly before: readonly number[];
  /** Reference for drift; default: none. */
  readonly anchor?: Anchor;
  /** The four valid nights before, including alarms. */
  readonly newest?: readonly number[];
}

/** Judgement of tonight by the nights before. */
export type NightJudgement =
  | { readonly state: 'learning' }
  | (Baseline & {
      readonly state: 'calm' | 'suspicious';
      /** The median and limit are those of the anchor, from which the level has drifted. */
      readonly drift?: true;
    });

/** Number of newest nights that represent the level: an outlier or two hardly move their median. */
export const NEWEST = 5;

/** The anchor's baseline if tonight and the median of the newest nights are above its limit. */
const drifted = ({
  value,
  requests,
  anchor,
  newest = [],
}: NightOfMeasure): Baseline | undefined => {
  const level = [...newest, value].slice(-NEWEST);
  if (anchor === undefined || level.length < NEWEST || anchor.values.length < NIGHTS_REQUIRED)
    return undefined;
  const baseline = anchorBaseline(anchor, requests);
  return value > baseline.limit && median(level) > baseline.limit ? baseline : undefined;
};

/** Judges a measure of a night: far above the nights before, or drifted from its anchor; learning while there are few nights. */
export const judgeNight = (night: NightOfMeasure): NightJudgement => {
  const { value, requests, before } = night;
  if (before.length < NIGHTS_REQUIRED) return { state: 'learning' };
  const baseline =
    requests === undefined ? latencyBaseline(before) : errorBaseline(before, requests);
  if (value > baseline.limit) return { ...baseline, state: 'suspicious' };
  const crept = drifted(night);
  return crept ? { ...crept, state: 'suspicious', drift: true } : { ...baseline, state: 'calm' };
};

/**
 * Tests if a confirming block of runs reproduces a suspicion: each of its values is above the limit. The median would
 * not do: with twenty series of four measures, chance lifts it over some limit on two nights of a hundred.
 */
export const isConfirmed = (values: readonly number[], limit: number): boolean =>
  values.length > 0 && values.every((value) => value > limit);

/** Number of series from which at least half have to be suspicious for a night to be slow as a whole. */
const SEVERAL = 4;

/**
 * Tests if most series are suspicious at once. Then the machines may have had a bad hour, which lasts: another block of
 * runs is needed to distinguish it from a change of the service.
 */
export const isSlowOverall = (suspicious: number, series: number): boolean =>
  series >= SEVERAL && suspicious * 2 >= series;

/** Number of nights within which, and the probability with which, the smallest change is detected. */
const WITHIN = 7;
const SURELY = 0.8;

/** Factor from the median absolute deviation to the standard deviation of a normal distribution. */
const NORMAL = 1.4826;
/** Lower bound for the variation, whatever few nights suggest; a share of the median. */
const STEADIEST = 0.005;

const normalBelow = (z: number): number => (1 + errorFunction(z / Math.SQRT2)) / 2;

/**
 * The smallest detectable lasting change of a series, as a share of its median, estimated from the variation of the
 * nights before: detected within a week with a probability of 80 %, by one run and a confirming block.
 */
export const smallestChange = ({ median, mad, limit }: Baseline, confirming: number): number => {
  if (median === 0) return limit;
  const spread = Math.max((NORMAL * mad) / median, STEADIEST);
  const excess = limit / median - 1;
  const found = (change: number): number => {
    const above = normalBelow((change - excess) / (spread * (1 + change)));
    return 1 - (1 - above ** (1 + confirming)) ** WITHIN;
  };
  let [least, most] = [0, 10];
  while (most - least > 1e-4) {
    const middle = (least + most) / 2;
    if (found(middle) >= SURELY) most = middle;
    else least = middle;
  }
  return most;
};
