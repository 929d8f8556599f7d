import { errorFunction } from 'simple-statistics';
import type { Baseline } from './baseline.ts';

/** Nights within which, and the chance with which, the smallest change is found. */
const WITHIN = 7;
const CHANCE = 0.8;

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
    if (found(middle) >= CHANCE) most = middle;
    else least = middle;
  }
  return most;
};
