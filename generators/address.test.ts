import { expect, test } from 'vitest';
import { street } from './address.ts';
import { realisticText } from './realistic.ts';
import { samples } from './sample.ts';

test('a street is the one that Faker makes of the same seed', () => {
  const templates = realisticText((faker) => faker.location.street());

  expect(samples(street, 1, 500)).toEqual(samples(templates, 1, 500));
});
