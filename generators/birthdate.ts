import * as fc from 'fast-check';
import type { GeneratorContext } from './context.ts';
import { dayOf, numberOf } from './day.ts';

const OLDEST = numberOf('1940-01-01');
const YOUNGEST = numberOf('2005-12-31');
const ADULT_DAYS = 18 * 366;

/** Birthdate of an adult, 1940-01-01 to 2005-12-31 and at least 18 years before today. Shrinks to 1970-01-01. */
export function birthdate(context: GeneratorContext): fc.Arbitrary<string> {
  const max = Math.min(YOUNGEST, numberOf(context.today) - ADULT_DAYS);
  return fc.integer({ min: OLDEST, max }).map(dayOf);
}
