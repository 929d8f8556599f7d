import { expect, test } from 'vitest';
import { BODIES } from '../spec/bodies.ts';
import { normaliseBody } from './normalise-body.ts';

const schema = BODIES['landlord-draft'];
const as = { unknownFields: 'kept', coercesTypes: false, normalises: false } as const;

test('a service that takes bodies as they are leaves them alone', () => {
  const body = { language: ' nl ', risk: { alreadyOccupied: 'true' } };

  expect(normaliseBody(body, schema, as)).toBe(body);
});

test('values of another type are coerced where they can only mean one thing', () => {
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

test('texts are normalised: blanks, codes, listed values, VAT numbers', () => {
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

test('unknown fields are dropped at every depth, in lists too', () => {
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

test.each([null, 'a text', [1], { terms: null }])('%j is left for the schema to refuse', (body) => {
  expect(
    normaliseBody(body, schema, { unknownFields: 'dropped', coercesTypes: true, normalises: true }),
  ).toEqual(body);
});
