import { memoized } from '../spec/memoized.ts';

const MILLISECONDS_A_DAY = 86_400_000;

/** Tests if a text is an existing calendar date in the form YYYY-MM-DD. */
export function isCalendarDate(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && dateFromDays(daysSinceEpoch(text)) === text;
}

/** Days from 1970-01-01 to a date in the form YYYY-MM-DD; negative before, NaN if it is no date. */
export function daysSinceEpoch(day: string): number {
  return Math.floor(Date.parse(day) / MILLISECONDS_A_DAY);
}

/** Cache size in dates: more than a hundred years. */
const CACHE_SIZE = 50_000;

/** The date, YYYY-MM-DD, so many days after 1970-01-01; an empty text for NaN. */
export const dateFromDays = memoized(
  (number: number): string =>
    Number.isNaN(number) ? '' : new Date(number * MILLISECONDS_A_DAY).toISOString().slice(0, 10),
  CACHE_SIZE,
);
