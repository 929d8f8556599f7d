import * as fc from 'fast-check';
import type { Car } from '../spec/schemas/travel-draft.ts';
import type { GeneratorContext } from './context.ts';
import { optional, record } from './record.ts';
import { realistic } from './realistic.ts';

/** A Belgian number plate, such as 1-ABC-234. Does not shrink. */
export const plate: fc.Arbitrary<string> = realistic(
  (faker) =>
    `${faker.helpers.arrayElement(['1', '2'])}-${faker.string.alpha({ length: 3, casing: 'upper' })}-${faker.number.int({ min: 100, max: 999 })}`,
);

const MODELS = [
  { make: 'Peugeot', model: '208' },
  { make: 'Renault', model: 'Mégane' },
  { make: 'Škoda', model: 'Octavia Combi' },
  { make: 'Citroën', model: 'ë-C4' },
  { make: 'Volkswagen', model: 'ID.3' },
  { make: 'Volvo', model: 'XC40' },
] as const;

/**
 * Body of Post Car: at least one of make, model and plate, since an empty one is a class of its own (BODY-06); make and
 * model match if both are there. Shrinks to one field.
 */
export function car(_context: GeneratorContext): fc.Arbitrary<Car> {
  return fc
    .constantFrom(...MODELS)
    .chain(({ make, model }) =>
      record<Car>({
        make: optional(fc.constant(make)),
        model: optional(fc.constant(model)),
        plate: optional(plate),
      }),
    )
    .filter((drawn) => Object.keys(drawn).length > 0);
}
