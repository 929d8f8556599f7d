import { median, medianAbsoluteDeviation } from 'simple-statistics';

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

/**
 * The limit of a share of errors: as of a latency, but never less than chance brings to so many requests, since a service
 * that has hardly any errors has no deviation either.
 */
export const errorBaseline = (values: readonly number[], requests: number): Baseline => {
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
export const anchorBaseline = ({ values, age }: Anchor, requests?: number): Baseline => {
  if (requests !== undefined) return errorBaseline(values, requests);
  const usual = latencyBaseline(values);
  const { median: middle, mad } = usual;
  const strict = Math.max(DRIFT_RATIO * middle, middle + DEVIATIONS * mad);
  const aged = Math.min(strict + AGEING * age * middle, (1 + MOST_AGED) * middle);
  return { ...usual, limit: Math.max(strict, aged) };
};
