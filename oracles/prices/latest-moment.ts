import {
  isCalendarDate,
  isCompactTime,
  isDateTime,
  isHttpDate,
  withoutZoneName,
} from '../answers/date-text.ts';

const DAY = 86_400_000;
const PARTS =
  /^(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d)(?::(\d\d)(?:[.,]\d+)?)?\s?(?:[Zz]|([+-])(\d\d):?(\d\d)?)?$/;
/** A time with its month in words, so that day and month are unambiguous. */
const IN_WORDS = /[A-Za-z]{3}.*\b\d{4}\b/;
const EPOCH = /^(\d{10})(?:\d{3})?(?:\.\d+)?$/;
const COMPACT = /^(\d{4})(\d\d)(\d\d)(?:[Tt]?(\d\d)(\d\d)(\d\d)?(?:[.,]\d+)?)?(.*)$/;
const NUMBERS = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})(?!\d)/;

/** Parses a date-time by hand, since engines disagree about its looser forms. Without an offset it is UTC. */
const isoMoment = (text: string): number | undefined => {
  const parts = PARTS.exec(text);
  if (!parts) return undefined;
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = parts
    .slice(1, 7)
    .map((part) => Number(part ?? 0));
  const offset = (Number(parts[8] ?? 0) * 60 + Number(parts[9] ?? 0)) * 60_000;
  const wall = Date.UTC(year, month - 1, day, hour, minute, second);
  return parts[7] === '-' ? wall + offset : wall - offset;
};

/** The end of a calendar date, UTC; undefined if there is no such date. */
const endOf = (date: string): number | undefined =>
  isCalendarDate(date) ? Date.parse(`${date}T00:00:00Z`) + DAY : undefined;

const compactMoment = (text: string): number | undefined => {
  const [, year, month, day, hour, minute, second = '00', zone = ''] = COMPACT.exec(text) ?? [];
  const date = `${year}-${month}-${day}`;
  return hour === undefined ? endOf(date) : isoMoment(`${date}T${hour}:${minute}:${second}${zone}`);
};

/** The later of the days that two numbers and a year can name, with either one as the month. */
const dayOfNumbers = (text: string): number | undefined => {
  const [, one = '', other = '', year] = NUMBERS.exec(text) ?? [];
  const [first, second] = [one, other].map((part) => part.padStart(2, '0'));
  const readings = [`${year}-${second}-${first}`, `${year}-${first}-${second}`];
  const ends = readings.flatMap((date) => endOf(date) ?? []);
  return ends.length === 0 ? undefined : Math.max(...ends);
};

/** The latest moment that a text can mean, in milliseconds since the epoch; undefined if none is certain (V6). */
export const latestMoment = (value: string): number | undefined => {
  const text = withoutZoneName(value.trim());
  const [, seconds] = EPOCH.exec(text) ?? [];
  if (seconds !== undefined) return (Number(seconds) + 1) * 1000;
  if (isCompactTime(text)) return compactMoment(text);
  if (isDateTime(text)) return isoMoment(text);
  const day = endOf(text) ?? dayOfNumbers(text);
  if (day !== undefined) return day;
  const moment = isHttpDate(text) || IN_WORDS.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(moment) ? undefined : moment;
};
