import { expect, test } from 'vitest';
import { judgeMixUp, shownInstead } from './mixed-up.ts';
import { sampleExchange } from '../testing/sample-exchange.ts';

const bodyOf = (street: string, city: string, value: number, language = 'nl-BE') => ({
  language,
  risk: {
    alreadyOccupied: value > 80_000,
    insuredProperty: {
      address: { city, country: 'BE', street, zip: String(value).slice(0, 4) },
      monthlyRent: { currency: 'EUR', value },
    },
  },
});
const written = <Body extends object>(body: Body) =>
  ({ operation: 'landlord.draft-create', exchange: 1, body }) as const;
const read = (body: unknown) => sampleExchange('landlord.draft-get', 200, { body, n: 2 });

const mine = written(bodyOf('Kouter', 'Gent', 90_000));
const other = written(bodyOf('Rue Neuve', 'Namur', 70_000, 'fr-BE'));
const third = written(bodyOf('Meir', 'Antwerpen', 65_000));

test('its own values are nobody else’s', () => {
  expect(shownInstead(mine, read(mine.body), [other, third])).toBeUndefined();
});

test('all values of another draft tell that draft', () => {
  expect(shownInstead(mine, read(other.body), [third, other])).toBe(other);
});

test('a part of another draft tells it, too', () => {
  const mixed = { ...mine.body, risk: other.body.risk };
  expect(shownInstead(mine, read(mixed), [third, other])).toBe(other);
});

test('also where the draft itself was written without them', () => {
  const small = written({ risk: { alreadyOccupied: true } });
  expect(shownInstead(small, read(other.body), [third, other])).toBe(other);
});

test('values of two others are nobody’s', () => {
  const torn = { language: other.body.language, risk: third.body.risk };
  expect(shownInstead(mine, read(torn), [other, third])).toBeUndefined();
});

test('few values, or none that is special, may be chance', () => {
  const language = { ...mine.body, language: 'fr-BE' };
  expect(shownInstead(mine, read(language), [other])).toBeUndefined();
});

test('a draft that shows another one fails on the operation that wrote that (D13)', () => {
  const mixer = { ...other, operation: 'landlord.draft-update', exchange: 7 } as const;
  expect(judgeMixUp(mine, read(other.body), mixer)).toEqual({
    requirement: 'DRAFT-04',
    operation: 'landlord.draft-update',
    verdict: 'fail',
    wanted: 'what was written to this draft',
    got: 'status 200 with what Draft Update wrote to another draft',
    exchanges: [1, 2],
  });
});

test.each([
  ['it shows its own values', read(mine.body)],
  ['it shows a third one’s', read(third.body)],
  ['it is not served', sampleExchange('landlord.draft-get', 404, { body: other.body })],
])('nothing is said of a draft that does not show the other one: %s', (_, shown) => {
  expect(judgeMixUp(mine, shown, other)).toBeUndefined();
});
