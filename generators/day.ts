const MILLISECONDS_A_DAY = 86_400_000;

/** Whether a text is a calendar date that exists, written YYYY-MM-DD. */
export function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && dayOf(numberOf(text)) === text;
}

/** Days from 1970-01-01 to a date written YYYY-MM-DD; negative before. NaN if it is no date. */
export function numberOf(day: string): number {
  return Math.floor(Date.parse(day) / MILLISECONDS_A_DAY);
}

/** The date, YYYY-MM-DD, that lies so many days after 1970-01-01; an empty text for NaN. */
export function dayOf(number: number): string {
  return Number.isNaN(number)
    ? ''
    : new Date(number * MILLISECONDS_A_DAY).toISOString().slice(0, 10);
}
