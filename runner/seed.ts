import { hash } from 'node:crypto';

/** Largest seed; the smallest is 0. */
export const LARGEST_SEED = 2 ** 31 - 1;

/** Seed that asks for data which no other run draws. */
export const RANDOM = 'random';

/** A random seed. */
export const newSeed = (): number => Math.floor(Math.random() * LARGEST_SEED);

/**
 * Default seed of a gate: the same for a whole UTC day (YYYY-MM-DD) and a target of this name, so that a repeated
 * pipeline draws the same data, and the next day draws others.
 */
export const seedOfDay = (day: string, target: string): number =>
  Number.parseInt(hash('sha256', `assay-day:${day}:${target}`, 'hex').slice(0, 8), 16) >>> 1;
