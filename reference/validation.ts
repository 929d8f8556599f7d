import { Ajv, type ValidateFunction } from 'ajv';
import type { Schema } from './request-schemas.ts';
import { isDate } from './calendar.ts';
import { isEmail } from './email.ts';
import { memoizedByObject } from '../spec/memoized.ts';

const ajv = new Ajv({
  strict: false,
  formats: {
    date: isDate,
    email: isEmail,
    // Whether two letters are the code of a country is not looked up (V3).
    'country-code': /^[A-Za-z]{2}$/,
  },
});

const validatorOf = memoizedByObject((schema: Schema): ValidateFunction => ajv.compile(schema));

/** Where and how a value breaks a schema. */
export interface SchemaFault {
  /** JSON pointer of the field. */
  readonly field: string;
  readonly message: string;
}

/** The first fault of a value under a schema, or undefined. A schema is compiled once. */
export const schemaFault = (schema: Schema, value: unknown): SchemaFault | undefined => {
  const validate = validatorOf(schema);
  if (validate(value)) return undefined;
  const [error] = validate.errors ?? [];
  return { field: error?.instancePath ?? '', message: error?.message ?? 'is not valid' };
};
