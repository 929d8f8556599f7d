const ISO_DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const ISO_DATE_TIME =
  /^(\d{4}-\d{2}-\d{2})[Tt ]([01]\d|2[0-3]):[0-5]\d(:([0-5]\d|60)([.,]\d+)?)?\s?([Zz]|[+-]\d{2}(:?\d{2})?)?$/;
const HTTP_DATE =
  /^(?:(?:Mon|Tues?|Wed(?:nes)?|Thu(?:rs)?|Fri|Sat(?:ur)?|Sun)(?:day)?,? )?(?:\d{2}[ -](?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[ -]\d{2}(?:\d{2})? \d{2}:\d{2}:\d{2} (?:GMT|UTC)|(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) [ \d]\d \d{2}:\d{2}:\d{2} \d{4})$/;

/** True for an existing calendar date YYYY-MM-DD. */
export const isCalendarDate = (text: string): boolean => {
  const match = ISO_DATE.exec(text);
  if (!match) return false;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const date = new Date(Date.UTC(2000, 0, 1));
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
};

/** A date as a week or as a day of the year, midnight as 24:00, or a time in hours alone, which ISO 8601 permits. */
const RARE_DATE_TIME =
  /^(?:\d{4}-W(?:0[1-9]|[1-4]\d|5[0-3])-[1-7]|\d{4}-(?!000)(?:[0-2]\d\d|3[0-5]\d|36[0-6])|\d{4}-\d{2}-\d{2})T(?:24:00(?::00)?|(?:[01]\d|2[0-3])(?::[0-5]\d(?::[0-5]\d(?:[.,]\d+)?)?)?)(?:Z|[+-]\d{2}(?::?\d{2})?)?$/;

/** True for an ISO 8601 date-time with an existing date; the offset may be absent. */
export const isDateTime = (text: string): boolean => {
  const plain = text.trim();
  const [, date] = ISO_DATE_TIME.exec(plain) ?? [];
  if (date !== undefined) return isCalendarDate(date);
  return (
    RARE_DATE_TIME.test(plain) &&
    (!ISO_DATE.test(plain.slice(0, 10)) || isCalendarDate(plain.slice(0, 10)))
  );
};

/** True for an HTTP date in any of its three forms. */
export const isHttpDate = (text: string): boolean =>
  HTTP_DATE.test(text.trim()) && !Number.isNaN(Date.parse(text));

/** A date and a time with the name of a zone, such as `CET`, or `[Europe/Brussels]` behind an offset as Java writes it. */
const WITH_ZONE =
  /^(\d{4}-\d{2}-\d{2})[Tt ]([01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:[.,]\d+)?)?(?:Z|[+-]\d{2}(?::?\d{2})?)?\s?(?:\[[\w/+-]+\]|[A-Z]{2,5})$/;

/** The text without the name of a time zone in brackets. */
export const withoutZoneName = (text: string): string => text.replace(/\[[\w/+-]+\]$/, '');

const isTimeInZone = (text: string): boolean => {
  const [, date] = WITH_ZONE.exec(text.trim()) ?? [];
  return date !== undefined && isCalendarDate(date);
};

/** True for text that names a moment in any common way. */
export const isReadableTime = (text: string): boolean =>
  isTimeInZone(text) ||
  isHttpDate(text) ||
  isCalendarDate(text) ||
  // Engines parse any number in a text as a date; without a year it is none.
  (/\d{4}/.test(text) && !Number.isNaN(Date.parse(text)));

const COMPACT =
  /^(\d{4})(\d{2})(\d{2})(?:[Tt]?([01]\d|2[0-3])[0-5]\d([0-5]\d([.,]\d+)?)?)?\s?([Zz]|[+-]\d{2}(:?\d{2})?)?$/;
const DAY_FIRST =
  /^(\d{1,2})([/.-])(\d{1,2})\2(\d{2}|\d{4})(?![\d])(?:,?[Tt ]\s?([01]?\d|2[0-3])[:.h][0-5]\d([:.][0-5]\d)?)?/;
/** Seconds or milliseconds since 1970, from 2001 on. */
const EPOCH = /^\d{10}(\d{3})?(\.\d+)?$/;

/** True for ISO 8601 in its compact form, a date with or without a time, such as 20261121 or 20261121T091703Z. */
export const isCompactTime = (text: string): boolean => {
  const [, year, month, day] = COMPACT.exec(text.trim()) ?? [];
  return day !== undefined && isCalendarDate(`${year}-${month}-${day}`);
};

/** True for a compact date with a time, such as 20261121T091703Z. */
export const isCompactDateTime = (text: string): boolean =>
  /[Tt]/.test(text) && isCompactTime(text);

const YEAR = /(?:19|20)\d{2}(?!\d)/;
/** The name of a month, or a number of up to two digits. */
const BESIDE_YEAR = /\p{L}{3,}|(?<!\d)\d{1,2}(?!\d)/u;
/** Seconds, milliseconds, microseconds or nanoseconds since 1970, also as WCF writes them. */
const LONG_EPOCH = /^(?:\/Date\()?\d{10}(?:\d{3}|\d{6}|\d{9})?(?:[+-]\d{4})?(?:\)\/)?$/;

/** True for text that may hold a moment in a form that nothing else knows, such as `/Date(1798585187000)/` (V6). */
export const mayHoldTime = (text: string): boolean => {
  const rest = text.replace(YEAR, ' ');
  return (
    LONG_EPOCH.test(text.trim()) || (rest !== text && BESIDE_YEAR.test(rest) && /\d/.test(rest))
  );
};

/** A day, a month name in any language, and a year. */
const IN_WORDS = /^(?:\p{L}+,? )?\d{1,2}[. -]+\p{L}{3,}\.?[ -]+(?:\d{2}|\d{4})\b/u;
const WEEK = /^\d{4}-?W\d{2}(-?\d)?$/;
/** Two numbers and a two-digit year that an engine parses as a date, such as 11/22/26. */
const SHORT = /^\d{1,2}[/.-]\d{1,2}[/.-]\d{2}\b/;

/** True for text that holds a moment in a form that readers must know: an epoch, compact, day first (V6). */
export const holdsTime = (text: string): boolean => {
  const plain = text.trim();
  const [, day = '', , month = '', year] = DAY_FIRST.exec(plain) ?? [];
  const isDayFirst =
    year !== undefined &&
    isCalendarDate(`${year.padStart(4, '20')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`);
  const isShort = SHORT.test(plain) && !Number.isNaN(Date.parse(plain));
  return (
    EPOCH.test(plain) ||
    isCompactTime(plain) ||
    isDayFirst ||
    isShort ||
    IN_WORDS.test(plain) ||
    WEEK.test(plain)
  );
};
