import { median, medianAbsoluteDeviation, errorFunction } from 'simple-statistics';

/** What the nights before say of one measure. */
export interface Baseline {
  readonly median: number;
  /** Median absolute deviation, in the unit of the measure. */
  readonly mad: number;
  /** Above it a value is suspicious. */
  readonly limit: number;
}

/** Nights that it takes to judge another one. */
export const NIGHTS_WANTED = 14;

/** How much slower than the median a value may be, and by how many deviations, whichever is more. */
const RATIO = 1.08;
const DEVIATIONS = 3;

/** How much slower the middle of the newest nights may be than that of their anchor. */
const DRIFT_RATIO = 1.065;
/** How far a level may move away from what was accepted, a night and in all: data grow, and the seasons change. */
const AGEING = 0.0007;
const MOST_AGED = 0.25;

/** Failed requests above the usual that chance may bring to one run. */
const CHANCE = 5;

/** The limit of a latency from at least one value, in its unit: max(1.08 × median, median + 3 MAD). */
export const latencyBaseline = (values: readonly number[]): Baseline => {
  const middle = median([...values]);
  const mad = medianAbsoluteDeviation([...values]);
  return { median: middle, mad, limit: Math.max(RATIO * middle, middle + DEVIATIONS * mad) };
};

/** The limit of a share of errors: as of a latency, but never less than chance brings to so many requests. */
const errorBaseline = (values: readonly number[], requests: number): Baseline => {
  const usual = latencyBaseline(values);
  const chance = DEVIATIONS * Math.sqrt((usual.median * (1 - usual.median)) / requests);
  const least = usual.median + chance + CHANCE / requests;
  return { ...usual, limit: Math.min(1, Math.max(usual.limit, least)) };
};

/** The nights that a level began with: those that a person accepted, or the first of a series. */
export interface Anchor {
  /** Of at least one night. */
  readonly values: readonly number[];
  /** Nights since the last of them. */
  readonly age: number;
}

/**
 * The limit of the middle of the newest nights against their anchor, so that a level which creeps by less than a night's limit
 * is seen: max(1.065 × median, median + 3 MAD), and 0.07 % more for every night since, to 1.25 × the median at most.
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
  /** The value is a share of errors among so many requests; left out: it is a latency. */
  readonly requests?: number;
  /** Of the nights before, the newest 14 that count. */
  readonly before: readonly number[];
  /** What the level is held against; left out: nothing. */
  readonly anchor?: Anchor;
  /** Of the four valid nights before, alarmed ones, too. */
  readonly newest?: readonly number[];
}

/** What the nights before say of tonight. */
export type NightJudgement =
  | { readonly state: 'learning' }
  | (Baseline & {
      readonly state: 'calm' | 'suspicious';
      /** The median and limit are those of the anchor, from which the level has crept away. */
      readonly drift?: true;
    });

/** The newest nights that tell of the level: an odd night or two among them hardly move their middle. */
export const NEWEST = 5;

/** The anchor's baseline where tonight and the middle of the newest nights lie above its limit. */
const drifted = ({
  value,
  requests,
  anchor,
  newest = [],
}: NightOfMeasure): Baseline | undefined => {
  const level = [...newest, value].slice(-NEWEST);
  if (anchor === undefined || level.length < NEWEST || anchor.values.length < NIGHTS_WANTED)
    return undefined;
  const baseline = anchorBaseline(anchor, requests);
  return value > baseline.limit && median(level) > baseline.limit ? baseline : undefined;
};

/** Judges a measure of a night: too far above the nights before, or crept away from its anchor; learning while they are few. */
export const judgeNight = (night: NightOfMeasure): NightJudgement => {
  const { value, requests, before } = night;
  if (before.length < NIGHTS_WANTED) return { state: 'learning' };
  const baseline =
    requests === undefined ? latencyBaseline(before) : errorBaseline(before, requests);
  if (value > baseline.limit) return { ...baseline, state: 'suspicious' };
  const crept = drifted(night);
  return crept ? { ...crept, state: 'suspicious', drift: true } : { ...baseline, state: 'calm' };
};

/**
 * Whether a later block of runs shows what the first one did: each of its values is above the limit. The middle one would not
 * do: with twenty series of four measures, chance lifts it over some limit on two nights of a hundred.
 */
export const isConfirmed = (values: readonly number[], limit: number): boolean =>
  values.length > 0 && values.every((value) => value > limit);

/** Of how many series at least half have to be suspicious for a night to be slow as a whole. */
const SEVERAL = 4;

/**
 * Whether most series are suspicious at once. Then the machines may have had a bad hour, which lasts: it takes one block of
 * runs more to tell it from a change of the service.
 */
export const isSlowAsAWhole = (suspicious: number, series: number): boolean =>
  series >= SEVERAL && suspicious * 2 >= series;

/** Nights within which, and the chance with which, the smallest change is found. */
const WITHIN = 7;
const SURELY = 0.8;

/** A standard deviation from a median absolute deviation, where the values are normal. */
const NORMAL = 1.4826;
/** Nothing is steadier than that, whatever few nights say; a share of the median. */
const STEADIEST = 0.005;

const normalBelow = (z: number): number => (1 + errorFunction(z / Math.SQRT2)) / 2;

/**
 * The smallest lasting change that a series can show, as a share of its median: it is found within a week in four cases of
 * five, by one run and a confirming block of so many. From how much the nights before varied.
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
