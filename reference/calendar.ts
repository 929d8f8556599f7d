import { memoized } from '../spec/memoized.ts';

// Dates are ISO 8601 calendar dates, so text compares as time does.

// Creating a format costs more than computing a price, so each is cached.
const formatIn = memoized((timeZone: string) => new Intl.DateTimeFormat('en-CA', { timeZone }));

/** The calendar date of an instant in a time zone, YYYY-MM-DD. */
export const dateIn = (instant: Date, timeZone: string): string =>
  formatIn(timeZone).format(instant);

/** A date so many days later. */
export const plusDays = (date: string, days: number): string => {
  const moved = new Date(`${date}T00:00:00Z`);
  moved.setUTCDate(moved.getUTCDate() + days);
  return moved.toISOString().slice(0, 10);
};

/** A date so many months earlier; a day that the month lacks becomes its last day. */
export const minusMonths = (date: string, months: number): string => {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  const last = new Date(Date.UTC(year, month - months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 - months, Math.min(day, last)))
    .toISOString()
    .slice(0, 10);
};

/** True if text is a date that exists, YYYY-MM-DD (V4). */
export const isDate = (text: string): boolean => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const read = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(text);
};

/** True if it is not near midnight in Belgium, where the number of days in between is ambiguous (W3). */
export const isDaytime = (): boolean => {
  const hour = new Date().getUTCHours();
  return hour >= 3 && hour < 20;
};
