import * as fc from 'fast-check';
import { COUNTRY } from '../spec/limits.ts';
import type { Address } from '../spec/schemas/shared.ts';
import { BELGIAN_PLACES } from './belgian-places.ts';
import { realisticText } from './realistic.ts';
import type { Extent } from './record.ts';
import { ABSENT, needed } from './record.ts';

const place = fc.constantFrom(...BELGIAN_PLACES);
const street = realisticText((faker) => faker.location.street());
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
