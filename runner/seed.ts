/** The largest seed; the smallest is 0. */
export const LARGEST_SEED = 2 ** 31 - 1;

/** A random seed. */
export const newSeed = (): number => Math.floor(Math.random() * LARGEST_SEED);
