import { expect, test } from 'vitest';
import { FIELD_BODY_NAMES, bodyRows } from './requirements/field-bodies.ts';
import { CLAIM_LIMITS } from './limits.ts';
import {
  LANDLORD_LANGUAGES,
  LANDLORD_VARIANTS,
  LANGUAGES,
  TRAVEL_VARIANTS,
  foreignValues,
} from './enumerations.ts';

test('a value that only another line lists is foreign, in both directions', () => {
  expect(foreignValues(LANGUAGES)).toEqual(['nl-BE', 'fr-BE', 'en-BE']);
  expect(foreignValues(LANDLORD_LANGUAGES)).toEqual(['nl', 'fr', 'en']);
});

test('a listed value in another case is not foreign (V1)', () => {
  expect(foreignValues(TRAVEL_VARIANTS)).not.toContain('PREMIUM');
  expect(foreignValues(LANDLORD_VARIANTS)).not.toContain('premium');
});

test('a list without others of its kind has no foreign values (C13)', () => {
  expect(foreignValues(CLAIM_LIMITS)).toEqual([]);
  expect(foreignValues(['made', 'up'])).toEqual([]);
});

test('languages, variants and statuses of every line have foreign values', () => {
  const without = FIELD_BODY_NAMES.flatMap((body) =>
    bodyRows(body)
      .filter(({ name, schema }) => schema.enum && /language$|variant$|status$/i.test(name))
      .filter(({ schema }) => foreignValues(schema.enum ?? []).length === 0)
      .map(({ name }) => `${body} ${name}`),
  );

  expect(without).toEqual([]);
});
