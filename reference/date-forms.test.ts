import { expect, test } from 'vitest';
import { momentAs, withDates } from './date-forms.ts';

const resource = { person: { birthdate: '1990-05-04', lastName: '1990' }, keys: ['2026-01-02'] };

test.each([
  ['calendar', '1990-05-04', '2026-01-02'],
  ['midnight', '1990-05-04T00:00:00+01:00', '2026-01-02T00:00:00+01:00'],
  ['compact', '19900504', '20260102'],
] as const)('%s: formats every date, and nothing else', (form, birthdate, key) => {
  expect(withDates(resource, form)).toEqual({
    person: { birthdate, lastName: '1990' },
    keys: [key],
  });
});

test.each([
  ['iso', '2026-12-21T09:17:03.000Z'],
  ['epoch', '1797844623'],
  ['compact', '20261221T091703Z'],
  ['day-first', '21/12/2026'],
  ['zoned', '2026-12-21T09:17:03.000+00:00[Africa/Abidjan]'],
] as const)('a timestamp as %s is %s', (form, text) => {
  expect(momentAs(new Date('2026-12-21T09:17:03Z'), form)).toBe(text);
});
