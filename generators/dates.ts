import * as fc from 'fast-check';
import type { GeneratorContext } from './context.ts';
import { dateFromDays, daysSinceEpoch } from './day.ts';
import type { Extent } from './record.ts';

const OLDEST = daysSinceEpoch('1940-01-01');
const YOUNGEST = daysSinceEpoch('2005-12-31');
const ADULT_DAYS = 18 * 366;

/** Birthdate of an adult, 1940-01-01 to 2005-12-31 and at least 18 years before today. Shrinks to 1970-01-01. */
export function birthdate(context: GeneratorContext): fc.Arbitrary<string> {
  const max = Math.min(YOUNGEST, daysSinceEpoch(context.today) - ADULT_DAYS);
  return fc.integer({ min: OLDEST, max }).map(dateFromDays);
}

/**
 * Days after today at which a policy may start, both ends included. Today itself, and tomorrow, which with 24 hours of
 * slack may be the service's today, are only observed; +15 and +29 are the safe values (W3).
 */
const START_DAYS = {
  any: { min: 2, max: 29 },
  complete: { min: 2, max: 28 },
} as const satisfies Record<Extent, { min: number; max: number }>;

/** The date so many days after today: for probes that need a particular day (W3). */
export function startDateAfter(context: GeneratorContext, days: number): string {
  return dateFromDays(daysSinceEpoch(context.today) + days);
}

/** A start date that every service must accept; any draft has +15 and +29 more often than others. Shrinks to +2 days. */
export function startDate(context: GeneratorContext, extent: Extent): fc.Arbitrary<string> {
  const inRange = fc.integer(START_DAYS[extent]);
  const days = extent === 'any' ? fc.oneof(inRange, fc.constantFrom(15, 29)) : inRange;

  return days.map((count) => startDateAfter(context, count));
}
