import { hash } from 'node:crypto';

/** Largest seed; the smallest is 0. */
export const LARGEST_SEED = 2 ** 31 - 1;

const MILLISECONDS_OF_DAY = 24 * 60 * 60 * 1000;

/** Seed that asks for data which no other run draws. */
export const RANDOM = 'random';

/** A random seed. */
export const newSeed = (): number => Math.floor(Math.random() * LARGEST_SEED);

/**
 * Default seed of a gate: the same for a whole UTC day (YYYY-MM-DD) and a target of this name, so that a repeated
 * pipeline draws the same data. The next day has the next seed, which draws other data, and contexts that complement these.
 */
export const seedOfDay = (day: string, target: string): number => {
  const first = Number.parseInt(hash('sha256', `assay-day:${target}`, 'hex').slice(0, 8), 16);
  return (first + Date.parse(day) / MILLISECONDS_OF_DAY) % (LARGEST_SEED + 1);
};
