import type { FromSchema, JSONSchema } from 'json-schema-to-ts';
import { CURRENCIES } from '../enumerations.ts';

// Schemas are closed (additionalProperties: false) because they describe what the specification names; that unknown
// fields have no rule is a matter of judgement, and the judges and the reference service treat them as open.

/** Shared type Address. */
export const address = {
  type: 'object',
  additionalProperties: false,
  required: ['city', 'country', 'street', 'zip'],
  properties: {
    city: { type: 'string' },
    country: { type: 'string', format: 'country-code' },
    number: { type: 'string' },
    street: { type: 'string' },
    zip: { type: 'string' },
  },
} as const satisfies JSONSchema;

/** Shared type Amount: hundredths of the currency unit, 13.25 is 1325. */
export const amount = {
  type: 'object',
  additionalProperties: false,
  required: ['currency', 'value'],
  properties: { currency: { type: 'string', enum: CURRENCIES }, value: { type: 'integer' } },
} as const satisfies JSONSchema;

/** Shared type Fraction; the denominator is taken as 1 when absent, so it is not required. */
export const fraction = {
  type: 'object',
  additionalProperties: false,
  required: ['numerator'],
  properties: {
    numerator: { type: 'integer' },
    denominator: { type: 'integer', not: { const: 0 } },
  },
} as const satisfies JSONSchema;

/** Shared type Contact. */
export const contact = {
  type: 'object',
  additionalProperties: false,
  properties: { email: { type: 'string', format: 'email' }, phone: { type: 'string' } },
} as const satisfies JSONSchema;

/** Shared type Key-value item; no uniqueness of keys is checked. */
export const keyValue = {
  type: 'object',
  additionalProperties: false,
  required: ['key', 'value'],
  properties: { key: { type: 'string' }, value: { type: 'string' } },
} as const satisfies JSONSchema;

/** The person of travel policyholders, motor gap policyholders and drivers: birthdate optional, names required. */
export const namedPerson = {
  type: 'object',
  additionalProperties: false,
  required: ['firstName', 'lastName'],
  properties: {
    birthdate: { type: 'string', format: 'date' },
    firstName: { type: 'string' },
    lastName: { type: 'string' },
    title: { type: 'string' },
  },
} as const satisfies JSONSchema;

/** The company of travel and motor gap policyholders. */
export const company = {
  type: 'object',
  additionalProperties: false,
  required: ['name'],
  properties: {
    firstName: { type: 'string' },
    lastName: { type: 'string' },
    name: { type: 'string' },
    title: { type: 'string' },
    vat: { type: 'string' },
  },
} as const satisfies JSONSchema;

/** An amount of money. */
export type Amount = FromSchema<typeof amount>;
/** A postal address. */
export type Address = FromSchema<typeof address>;
