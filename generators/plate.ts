import type * as fc from 'fast-check';
import { realistic } from './realistic.ts';

/** A Belgian number plate, such as 1-ABC-234. Does not shrink. */
export const plate: fc.Arbitrary<string> = realistic(
  (faker) =>
    `${faker.helpers.arrayElement(['1', '2'])}-${faker.string.alpha({ length: 3, casing: 'upper' })}-${faker.number.int({ min: 100, max: 999 })}`,
);
