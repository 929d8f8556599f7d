import * as fc from 'fast-check';
import type { FromSchema } from 'json-schema-to-ts';
import type { namedPerson as namedPersonSchema } from '../spec/schemas/shared.ts';
import { birthdate } from './dates.ts';
import type { GeneratorContext } from './context.ts';
import { type Extent, optional, optionalUnlessComplete, record } from './record.ts';
import { realisticText, surname } from './realistic.ts';

// Names that break careless services: accents, ligatures, apostrophes, hyphens, particles, one letter. No other
// scripts, which are only observed (V17).
const UNUSUAL_FIRST_NAMES = [
  'Zoë',
  'François-Régis',
  'Maŷa',
  'Þórdís',
  'Søren',
  'Łukasz',
  "D'Arcy",
  'Nguyệt',
  'Anne-Sophie Marie',
  'O',
] as const;

const UNUSUAL_LAST_NAMES = [
  "O'Sullivan",
  'Müller-Straße',
  "D'hondt",
  'Ŷpersele de Strihou',
  'van den Bossche',
  'Núñez Ibáñez',
  'Çelik',
  'Żółkiewska',
  'Dupont - Lefèvre',
  'Ek',
  "van der Straten-Waillet de Lichtervelde d'Eynatten",
] as const;

const UNUSUAL_SHARE = 0.15;

/** First name of a person, about one in seven with unusual letters. Does not shrink. */
export const firstName: fc.Arbitrary<string> = realisticText((faker) =>
  faker.datatype.boolean(UNUSUAL_SHARE)
    ? faker.helpers.arrayElement(UNUSUAL_FIRST_NAMES)
    : faker.person.firstName(),
);

/** Last name of a person, about one in seven with unusual letters. Does not shrink. */
export const lastName: fc.Arbitrary<string> = realisticText((faker) =>
  faker.datatype.boolean(UNUSUAL_SHARE)
    ? faker.helpers.arrayElement(UNUSUAL_LAST_NAMES)
    : surname(faker),
);

/** Titles that occur in drafts; the specification lists none (V15). */
export const TITLES = ['Mr', 'Mrs', 'Mevrouw', 'Monsieur', 'Dr.', 'Prof. dr.'] as const;

/** Title of a person. Shrinks to Mr. */
export const title: fc.Arbitrary<string> = fc.constantFrom(...TITLES);

const LONG_COMPANY = 'Verzekeringsmakelaars Vandenberghe, De Smedt & Zonen BV';

/** Name of a company, as employer or policyholder, about one in eight a long one. Does not shrink. */
export const companyName: fc.Arbitrary<string> = realisticText((faker) => {
  const name = faker.company.name();
  return name.length % 8 === 0 ? LONG_COMPANY : name;
});

/** A person with both names and a birthdate. */
export interface NamedPersonBody {
  firstName: string;
  lastName: string;
  birthdate: string;
}

/** Source of the body of a travel person, whose form is not shown (P4). Shrinks to a birthdate of 1970-01-01. */
export function namedPersonBody(context: GeneratorContext): fc.Arbitrary<NamedPersonBody> {
  return record<NamedPersonBody>({ firstName, lastName, birthdate: birthdate(context) });
}

/** Person of a travel or motor gap draft: names required, birthdate optional (C5). Shrinks to the names. */
export function namedPerson(
  context: GeneratorContext,
  extent: Extent,
): fc.Arbitrary<FromSchema<typeof namedPersonSchema>> {
  return record<FromSchema<typeof namedPersonSchema>>({
    birthdate: optionalUnlessComplete(extent)(birthdate(context)),
    firstName,
    lastName,
    title: optional(title),
  });
}
