import { expect, test } from 'vitest';
import { realisticText, streetName, surname } from './realistic.ts';
import { samples } from './sample.ts';

const followed = (name: string, number: number): string => `${name} ${number}`;

test('a last name, and all later draws, are those of Faker for the same seed', () => {
  const own = realisticText((faker) => followed(surname(faker), faker.number.int()));
  const templates = realisticText((faker) => followed(faker.person.lastName(), faker.number.int()));

  expect(samples(own, 1, 500)).toEqual(samples(templates, 1, 500));
});

test('a street is that of Faker for the same seed', () => {
  const templates = realisticText((faker) => faker.location.street());

  expect(samples(realisticText(streetName), 1, 500)).toEqual(samples(templates, 1, 500));
});
