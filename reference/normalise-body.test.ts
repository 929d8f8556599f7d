import { expect, test } from 'vitest';
import { BODIES } from '../spec/bodies.ts';
import { normaliseBody } from './normalise-body.ts';

const schema = BODIES['landlord-draft'];
const as = { unknownFields: 'kept', coercesTypes: false, normalises: false } as const;

test('leaves bodies unchanged if the service does not normalise', () => {
  const body = { language: ' nl ', risk: { alreadyOccupied: 'true' } };

  expect(normaliseBody(body, schema, as)).toBe(body);
});

test('coerces values of another type if they are unambiguous', () => {
  const body = {
    policyholder: { address: { zip: 1000 } },
    risk: {
      alreadyOccupied: 'true',
      insuredProperty: { monthlyRent: { value: '95000' }, surfaceArea: { value: 'many' } },
    },
  };

  expect(normaliseBody(body, schema, { ...as, coercesTypes: true })).toEqual({
    policyholder: { address: { zip: '1000' } },
    risk: {
      alreadyOccupied: true,
      insuredProperty: { monthlyRent: { value: 95000 }, surfaceArea: { value: 'many' } },
    },
  });
});

test('normalises texts: blanks, codes, listed values, VAT numbers', () => {
  const body = {
    language: ' NL-be ',
    policyholder: {
      address: { city: ' Gent ', country: 'be' },
      company: { vat: 'be 0123.456.749' },
    },
    terms: { variant: 'basic' },
  };

  expect(normaliseBody(body, schema, { ...as, normalises: true })).toEqual({
    language: 'nl-BE',
    policyholder: { address: { city: 'Gent', country: 'BE' }, company: { vat: 'BE0123456749' } },
    terms: { variant: 'BASIC' },
  });
});

test('drops unknown fields at every depth, also in lists', () => {
  const body = {
    language: 'nl',
    x: 1,
    metadata: [{ key: 'a', value: 'b', y: 2 }],
    terms: { z: 3 },
  };

  expect(normaliseBody(body, BODIES['jobloss-draft'], { ...as, unknownFields: 'dropped' })).toEqual(
    {
      language: 'nl',
      metadata: [{ key: 'a', value: 'b' }],
      terms: {},
    },
  );
});

test.each([null, 'a text', [1], { terms: null }])('leaves %j for the schema to refuse', (body) => {
  expect(
    normaliseBody(body, schema, { unknownFields: 'dropped', coercesTypes: true, normalises: true }),
  ).toEqual(body);
});
