import { expect, test } from 'vitest';
import { realisticText, streetName, surname } from './realistic.ts';
import { samples } from './sample.ts';

const followed = (name: string, number: number): string => `${name} ${number}`;

test('a last name is the one that Faker makes of the same seed, and so is what is drawn after it', () => {
  const own = realisticText((faker) => followed(surname(faker), faker.number.int()));
  const templates = realisticText((faker) => followed(faker.person.lastName(), faker.number.int()));

  expect(samples(own, 1, 500)).toEqual(samples(templates, 1, 500));
});

test('a street is the one that Faker makes of the same seed', () => {
  const templates = realisticText((faker) => faker.location.street());

  expect(samples(realisticText(streetName), 1, 500)).toEqual(samples(templates, 1, 500));
});
