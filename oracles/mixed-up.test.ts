import { expect, test } from 'vitest';
import { shownInstead } from './mixed-up.ts';
import { sampleExchange } from './testing/sample-exchange.ts';

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
