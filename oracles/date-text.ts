const ISO_DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const ISO_DATE_TIME =
  /^(\d{4}-\d{2}-\d{2})[Tt ]([01]\d|2[0-3]):[0-5]\d(:([0-5]\d|60)([.,]\d+)?)?\s?([Zz]|[+-]\d{2}(:?\d{2})?)?$/;
const HTTP_DATE =
  /^(?:(?:Mon|Tues?|Wed(?:nes)?|Thu(?:rs)?|Fri|Sat(?:ur)?|Sun)(?:day)?,? )?(?:\d{2}[ -](?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[ -]\d{2}(?:\d{2})? \d{2}:\d{2}:\d{2} (?:GMT|UTC)|(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) [ \d]\d \d{2}:\d{2}:\d{2} \d{4})$/;

/** A calendar date YYYY-MM-DD that exists. */
export const isCalendarDate = (text: string): boolean => {
  const match = ISO_DATE.exec(text);
  if (!match) return false;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const date = new Date(Date.UTC(2000, 0, 1));
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
};

/** An ISO 8601 date-time whose date exists; the offset may be absent. */
export const isDateTime = (text: string): boolean => {
  const match = ISO_DATE_TIME.exec(text.trim());
  return match?.[1] !== undefined && isCalendarDate(match[1]);
};

/** An HTTP date in any of its three forms. */
export const isHttpDate = (text: string): boolean =>
  HTTP_DATE.test(text.trim()) && !Number.isNaN(Date.parse(text));

/** Text that names a moment in any common way. */
export const isReadableTime = (text: string): boolean =>
  isDateTime(text) || isHttpDate(text) || isCalendarDate(text) || !Number.isNaN(Date.parse(text));
