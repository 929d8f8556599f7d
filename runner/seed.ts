import { hash } from 'node:crypto';

/** Largest seed; the smallest is 0. */
export const LARGEST_SEED = 2 ** 31 - 1;

/** Seed that asks for data which no other run draws. */
export const RANDOM = 'random';

/** A random seed. */
export const newSeed = (): number => Math.floor(Math.random() * LARGEST_SEED);

/**
 * Seed of a gate to which nobody gave one: equal for all of a UTC day (YYYY-MM-DD) on a target of this name, so that a
 * repeated pipeline draws the same data, and differs on another day.
 */
export const seedOfDay = (day: string, target: string): number =>
  Number.parseInt(hash('sha256', `assay-day:${day}:${target}`, 'hex').slice(0, 8), 16) >>> 1;
