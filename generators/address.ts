import * as fc from 'fast-check';
import { COUNTRY } from '../spec/limits.ts';
import type { Address } from '../spec/schemas/shared.ts';
import { BELGIAN_PLACES } from './belgian-places.ts';
import { realisticText } from './realistic.ts';
import { type Extent, ABSENT, needed } from './record.ts';
import { surname } from './surname.ts';

const place = fc.constantFrom(...BELGIAN_PLACES);
/** A street as Faker makes one of Belgium, but without its templates, which it reads anew for every street. Does not shrink. */
export const street = realisticText((faker) => {
  const { helpers, person, definitions } = faker;
  const isOfFirstName = helpers.arrayElement([true, false]);
  const name = isOfFirstName ? person.firstName() : surname(faker);
  return name + helpers.arrayElement(definitions.location.street_suffix);
});
const number = realisticText(
  (faker) =>
    `${faker.number.int({ min: 1, max: 250 })}${faker.helpers.arrayElement(['', '', '', 'A', ' bus 3', '/12'])}`,
);

/** Shared type Address: a Belgian one whose zip is that of its city. Shrinks to one in Brussels without a number. */
export function address(extent: Extent): fc.Arbitrary<Address> {
  return fc.tuple(place, street, needed(extent)(number)).map(([{ city, zip }, street, number]) => {
    const withoutNumber = { city, country: COUNTRY, street, zip };
    return number === ABSENT ? withoutNumber : { ...withoutNumber, number };
  });
}
