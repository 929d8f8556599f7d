import type { FromSchema, JSONSchema } from 'json-schema-to-ts';
import { CURRENCIES } from '../enumerations.ts';

// Schemas are closed (additionalProperties: false), since they describe what the specification names. No rule covers unknown
// fields, so judges and the reference service treat the schemas as open.

/** Text. */
export const text = { type: 'string' } as const;
/** Boolean. */
export const flag = { type: 'boolean' } as const;
/** Integer. */
export const integer = { type: 'integer' } as const;
/** Calendar date, `YYYY-MM-DD`. */
export const date = { type: 'string', format: 'date' } as const;

/** A text that is one of a list. */
export const oneOf = <const Values extends readonly string[]>(values: Values) =>
  ({ type: 'string', enum: values }) as const;

/** Object with optional fields only. */
export const object = <const Fields>(properties: Fields) =>
  ({ type: 'object', additionalProperties: false, properties }) as const;

/** Object with some required fields. */
export const objectWith = <const Required extends readonly string[], const Fields>(
  required: Required,
  properties: Fields,
) => ({ type: 'object', additionalProperties: false, required, properties }) as const;

/** Shared type Address. */
export const address = objectWith(['city', 'country', 'street', 'zip'], {
  city: text,
  country: { type: 'string', format: 'country-code' },
  number: text,
  street: text,
  zip: text,
}) satisfies JSONSchema;

/** Shared type Amount: hundredths of the currency unit, 13.25 is 1325. */
export const amount = objectWith(['currency', 'value'], {
  currency: oneOf(CURRENCIES),
  value: integer,
}) satisfies JSONSchema;

/** Shared type Fraction; an absent denominator counts as 1, so it is not required. */
export const fraction = objectWith(['numerator'], {
  numerator: integer,
  denominator: { type: 'integer', not: { const: 0 } },
}) satisfies JSONSchema;

/** Shared type Contact. */
export const contact = object({
  email: { type: 'string', format: 'email' },
  phone: text,
}) satisfies JSONSchema;

/** Shared type Key-value item; keys need not be unique. */
export const keyValue = objectWith(['key', 'value'], {
  key: text,
  value: text,
}) satisfies JSONSchema;

/** The person of travel policyholders, motor gap policyholders and drivers: birthdate optional, names required. */
export const namedPerson = objectWith(['firstName', 'lastName'], {
  birthdate: date,
  firstName: text,
  lastName: text,
  title: text,
}) satisfies JSONSchema;

/** The company of travel and motor gap policyholders. */
export const company = objectWith(['name'], {
  firstName: text,
  lastName: text,
  name: text,
  title: text,
  vat: text,
}) satisfies JSONSchema;

/** An amount of money. */
export type Amount = FromSchema<typeof amount>;
/** A postal address. */
export type Address = FromSchema<typeof address>;
