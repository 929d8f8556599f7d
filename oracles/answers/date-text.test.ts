import { expect, test } from 'vitest';
import {
  holdsTime,
  isCalendarDate,
  isCompactTime,
  isDateTime,
  isHttpDate,
  isReadableTime,
  mayHoldTime,
} from './date-text.ts';

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

test('a date in words is not accepted; an HTTP date and a date-time are', () => {
  expect(isReadableTime('in two weeks')).toBe(false);
  expect(isReadableTime('day 12')).toBe(false);
  expect(isReadableTime('Sat, 21 Nov 2026 09:17:03 GMT')).toBe(true);
  expect(isReadableTime('2026-12-21T00:00:00Z')).toBe(true);
});

test.each(['2026-12-21T22:09:25.748+01:00[Europe/Brussels]', '2026-12-21 22:09 CET'])(
  '%s, with the name of its zone, is a readable time, but no ISO date-time',
  (text) => {
    expect([isReadableTime(text), isDateTime(text)]).toEqual([true, false]);
  },
);

test.each([
  '2026-02-30T10:00[Europe/Brussels]',
  '2026-12-21T25:00 CET',
  '2026-12-21T10:000',
  '2026-12-21T10:00 whatever',
])('%s is no readable time', (text) => {
  expect(isReadableTime(text)).toBe(false);
});

test.each([
  '2026-W51-6T22:09:25Z',
  '2026-353T22:09:25Z',
  '2026-12-19T24:00:00Z',
  '2026-12-19T22+01:00',
])('%s is a date-time of ISO 8601, too', (text) => {
  expect(isDateTime(text)).toBe(true);
});

test.each(['2026-W54-1T10:00Z', '2026-367T10:00Z', '2026-02-30T24:00Z', '2026-12-19T24:01Z'])(
  '%s is none',
  (text) => {
    expect(isDateTime(text)).toBe(false);
  },
);

test.each([
  '/Date(1798585187000)/',
  '1798585187000000',
  'Sat Dec 19 22:09:25 CET 2026',
  '22:09 19/12/2026',
  'December 19th, 2026',
  '2026-12-19-22.09.25.748000',
])('%s may hold a time', (text) => {
  expect(mayHoldTime(text)).toBe(true);
});

test.each(['in two weeks', 'never', '14', '2026', 'P14D', '', 'valid for 14 days'])(
  '%j holds none',
  (text) => {
    expect(mayHoldTime(text)).toBe(false);
  },
);

test.each(['20261121', '20261121T091703Z', '20261121T0917+01:00', '20261121T091703.5-0500'])(
  '%s is compact',
  (text) => {
    expect(isCompactTime(text)).toBe(true);
  },
);

test.each(['20260230', '2026-11-21', '202611', '20261121T2517'])('%s is not compact', (text) => {
  expect(isCompactTime(text)).toBe(false);
});

test.each([
  '1795252623',
  '1795252623000',
  '20261221T000000Z',
  '21/12/2026',
  '21.12.2026 09:17',
  '1-2-2027, 9.17',
])('%s contains a time', (text) => {
  expect(holdsTime(text)).toBe(true);
});

test.each(['in two weeks', '12', '31/31/2026', '30/02/2026', 'P14D', '', '99999'])(
  '%j contains no time',
  (text) => {
    expect(holdsTime(text)).toBe(false);
  },
);
