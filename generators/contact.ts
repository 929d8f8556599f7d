import * as fc from 'fast-check';
import type { FromSchema } from 'json-schema-to-ts';
import type { contact as contactSchema, Address } from '../spec/schemas/shared.ts';
import type { GeneratorContext } from './context.ts';
import { realistic, realisticText, streetName, surname } from './realistic.ts';
import { type Extent, optionalUnlessComplete, record, ABSENT } from './record.ts';
import { COUNTRY } from '../spec/limits.ts';

/** Cities of all regions, each with one of its zip codes. */
const BELGIAN_PLACES = [
  { city: 'Bruxelles', zip: '1000' },
  { city: 'Ixelles', zip: '1050' },
  { city: 'Schaarbeek', zip: '1030' },
  { city: 'Wavre', zip: '1300' },
  { city: 'Halle', zip: '1500' },
  { city: 'Vilvoorde', zip: '1800' },
  { city: 'Antwerpen', zip: '2000' },
  { city: "'s-Gravenwezel", zip: '2970' },
  { city: 'Mechelen', zip: '2800' },
  { city: 'Leuven', zip: '3000' },
  { city: 'Hasselt', zip: '3500' },
  { city: 'Genk', zip: '3600' },
  { city: 'Liège', zip: '4000' },
  { city: 'Saint-Georges-sur-Meuse', zip: '4470' },
  { city: 'Eupen', zip: '4700' },
  { city: 'Sankt Vith', zip: '4780' },
  { city: 'Namur', zip: '5000' },
  { city: 'Charleroi', zip: '6000' },
  { city: 'Arlon', zip: '6700' },
  { city: 'La Roche-en-Ardenne', zip: '6980' },
  { city: 'Mons', zip: '7000' },
  { city: 'Tournai', zip: '7500' },
  { city: 'Brugge', zip: '8000' },
  { city: 'Kortrijk', zip: '8500' },
  { city: 'Gent', zip: '9000' },
  { city: 'Aalst', zip: '9300' },
] as const;

const place = fc.constantFrom(...BELGIAN_PLACES);

/** Streets as long as a column for them may be too short. */
const LONG_STREETS = [
  'Avenue du Général de Gaulle et des Anciens Combattants',
  'Burgemeester Jean-Baptiste Vandenbroucke de Terbekestraat',
  'Chemin du Moulin de la Croix-Saint-Georges',
] as const;

/** One street in so many is long: its own name decides. */
const LONG_ONE_IN = 8;

const street = realisticText((faker) => {
  const name = streetName(faker);
  const long = LONG_STREETS[name.charCodeAt(0) % LONG_STREETS.length];
  return name.length % LONG_ONE_IN === 0 && long ? long : name;
});
const number = realisticText(
  (faker) =>
    `${faker.number.int({ min: 1, max: 250 })}${faker.helpers.arrayElement(['', '', '', 'A', ' bus 3', '/12'])}`,
);

/** Shared type Address: a Belgian one whose zip code matches its city. Shrinks to one in Brussels without a number. */
export function address(extent: Extent): fc.Arbitrary<Address> {
  return fc
    .tuple(place, street, optionalUnlessComplete(extent)(number))
    .map(([{ city, zip }, street, number]) => {
      const withoutNumber = { city, country: COUNTRY, street, zip };
      return number === ABSENT ? withoutNumber : { ...withoutNumber, number };
    });
}

/** Words that mark an address as test data, in the languages of Belgium. */
const TEST_WORDS = ['test', 'proef', 'essai', 'versuch', 'demo', 'trial'];

const asciiLetters = (text: string) =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z]+/g, '')
    .slice(0, 12);

/**
 * A valid e-mail address on the target's mail domain: its local part has only lower-case ASCII letters, is marked as
 * test data and practically unique (L3, D9). Other ordinary forms are a class of their own (V8), so that a service that
 * refuses them can still be judged. Does not shrink.
 */
function email(context: GeneratorContext): fc.Arbitrary<string> {
  return realistic((faker) => {
    const name = asciiLetters(surname(faker));
    const mark = faker.string.alpha({ length: 8, casing: 'lower' });
    return `${name}${faker.helpers.arrayElement(TEST_WORDS)}${mark}@${context.mailDomain}`;
  });
}

/** A Belgian mobile number in international form without blanks, +324 and eight digits. Does not shrink. */
export const phone: fc.Arbitrary<string> = realistic(
  (faker) => `+324${faker.number.int({ min: 70_000_000, max: 99_999_999 })}`,
);

/** Shared type Contact; a complete one has both, since an EMAIL lead needs the e-mail (Errors, rule 2). Shrinks to {}. */
export function contact(
  context: GeneratorContext,
  extent: Extent,
): fc.Arbitrary<FromSchema<typeof contactSchema>> {
  const whenNeeded = optionalUnlessComplete(extent);
  return record<FromSchema<typeof contactSchema>>({
    email: whenNeeded(email(context)),
    phone: whenNeeded(phone),
  });
}
