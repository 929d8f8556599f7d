import { expect, test } from 'vitest';
import { isCalendarDate, isDateTime, isHttpDate, isReadableTime } from './date-text.ts';

test.each(['2026-11-21', '2024-02-29', '0001-01-01'])('%s is a calendar date', (text) => {
  expect(isCalendarDate(text)).toBe(true);
});

test.each(['2023-02-30', '31/12/1990', '19901231', '2026-11-21T10:00:00Z', '2026-13-01', ''])(
  '%j is no calendar date',
  (text) => {
    expect(isCalendarDate(text)).toBe(false);
  },
);

test.each([
  '2026-11-21T09:17:03Z',
  '2026-11-21T09:17:03.123456Z',
  '2026-11-21T09:17:03+01:00',
  '2026-11-21T09:17',
  '2026-11-21 09:17:03',
])('%s is a date-time', (text) => {
  expect(isDateTime(text)).toBe(true);
});

test.each(['2026-11-21', '1763716623', 'today', '2026-02-30T09:17:03Z', '2026-11-21T25:00:00Z'])(
  '%s is no date-time',
  (text) => {
    expect(isDateTime(text)).toBe(false);
    expect(isHttpDate(text)).toBe(false);
  },
);

test.each([
  'Sat, 21 Nov 2026 09:17:03 GMT',
  'Saturday, 21-Nov-26 09:17:03 GMT',
  'Sat Nov 21 09:17:03 2026',
])('%s is an HTTP date', (text) => {
  expect(isHttpDate(text)).toBe(true);
});

test('a moment in words is not readable, an HTTP date and a date-time are', () => {
  expect(isReadableTime('in two weeks')).toBe(false);
  expect(isReadableTime('Sat, 21 Nov 2026 09:17:03 GMT')).toBe(true);
  expect(isReadableTime('2026-12-21T00:00:00Z')).toBe(true);
});
