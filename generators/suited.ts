import type * as fc from 'fast-check';

/** Values that may be refused one after another before something must be wrong. */
const PATIENCE = 20_000;

const nothingSuits = (wanted: string): Error =>
  new Error(
    `none of ${PATIENCE} legal bodies suits ${wanted}; ask applies() before drawing, or give the target what it takes`,
  );

/** The first of drawn values that suits, by their number. Throws as {@link suited} does. */
export function firstSuited<T>(
  valueAt: (index: number) => T,
  suits: (value: T) => boolean,
  wanted: string,
): T {
  for (let index = 0; index <= PATIENCE; index += 1) {
    const value = valueAt(index);
    if (suits(value)) return value;
  }
  throw nothingSuits(wanted);
}

/**
 * The values of an arbitrary that suit. Throws Error, naming what was wanted, where 20,000 in a row do not, since nothing
 * would ever come; `fc.filter` alone would wait for ever.
 */
export function suited<T>(
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
    if (refused > PATIENCE) throw nothingSuits(wanted);
    return false;
  });
}
