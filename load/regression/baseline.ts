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
