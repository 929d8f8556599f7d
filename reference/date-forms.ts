import type { Choices } from './choices.ts';
import { isObject } from './json.ts';

type Dates = Choices['dates'];

const FORMS: Readonly<Record<Dates, (date: string) => string>> = {
  calendar: (date) => date,
  midnight: (date) => `${date}T00:00:00+01:00`,
  compact: (date) => date.replaceAll('-', ''),
};

/** A resource with all calendar dates in this format; every format denotes the same date (D2). */
export const withDates = (value: unknown, form: Dates): unknown => {
  if (typeof value === 'string')
    return /^\d{4}-\d\d-\d\d$/.test(value) ? FORMS[form](value) : value;
  if (Array.isArray(value)) return value.map((item: unknown) => withDates(item, form));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, withDates(inner, form)]),
  );
};

const compactOf = (iso: string): string => iso.replace(/[-:]|\.\d+/g, '');
const dayFirstOf = (iso: string): string => iso.slice(0, 10).split('-').toReversed().join('/');

/** A timestamp in this service's format, for fields whose format is open (V6). */
export const momentAs = (moment: Date, form: Choices['validUntil']): string => {
  const iso = moment.toISOString();
  if (form === 'epoch') return String(Math.floor(moment.getTime() / 1000));
  if (form === 'compact') return compactOf(iso);
  if (form === 'zoned') return iso.replace('Z', '+00:00[Africa/Abidjan]');
  return form === 'day-first' ? dayFirstOf(iso) : iso;
};
