import * as fc from 'fast-check';
import { textHash } from '../spec/text-hash.ts';

/**
 * Derives a 32-bit seed for each use, from the run's seed and the name of the use (cell, run index). A hash, not a
 * shared stream, so that results do not depend on order and concurrency; the number 1 and the text "1" differ.
 */
export function subSeed(runSeed: number, ...parts: readonly (string | number)[]): number {
  return textHash(JSON.stringify([runSeed, ...parts]));
}

/** `count` values of an arbitrary; the same seed gives the same values. */
export function samples<T>(arbitrary: fc.Arbitrary<T>, seed: number, count: number): T[] {
  return fc.sample(arbitrary, { seed, numRuns: count });
}

/** One value of an arbitrary; the same seed gives the same value. */
export function sample<T>(arbitrary: fc.Arbitrary<T>, seed: number): T {
  const [value] = samples(arbitrary, seed, 1);
  return value as T;
}

/** Values that may be rejected in a row before something must be wrong. */
const MAX_DRAWS = 20_000;

const nothingSuits = (wanted: string): Error =>
  new Error(
    `none of ${MAX_DRAWS} legal bodies suits ${wanted}; ask applies() before drawing, or give the target what it takes`,
  );

/** The first drawn value that suits, by number. Throws as {@link filterBounded} does. */
export function firstMatching<T>(
  valueAt: (index: number) => T,
  suits: (value: T) => boolean,
  wanted: string,
): T {
  for (let index = 0; index <= MAX_DRAWS; index += 1) {
    const value = valueAt(index);
    if (suits(value)) return value;
  }
  throw nothingSuits(wanted);
}

/**
 * The values of an arbitrary that suit. Throws Error, naming the purpose, if 20,000 in a row do not, since none ever
 * would; `fc.filter` alone would loop for ever.
 */
export function filterBounded<T>(
  values: fc.Arbitrary<T>,
  suits: (value: T) => boolean,
  wanted: string,
): fc.Arbitrary<T> {
  let refused = 0;
  return values.filter((value) => {
    if (suits(value)) {
      refused = 0;
      return true;
    }
    refused += 1;
    if (refused > MAX_DRAWS) throw nothingSuits(wanted);
    return false;
  });
}
