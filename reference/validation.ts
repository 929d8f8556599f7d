import type * as ajv from 'ajv';
import { createRequire } from 'node:module';
import type { Schema } from './request-schemas.ts';
import { isDate } from './calendar.ts';
import { isEmail } from './email.ts';
import { memoized, memoizedByObject } from '../spec/memoized.ts';

/** Loads Ajv at the first validation, so that listing the faults does not wait for its 60 files. */
const compiler = memoized((name: 'ajv'): ajv.Ajv => {
  const { Ajv: Compiler } = createRequire(import.meta.url)(name) as typeof ajv;
  return new Compiler({
    strict: false,
    formats: {
      date: isDate,
      email: isEmail,
      // Two letters suffice: the country need not exist (V3).
      'country-code': /^[A-Za-z]{2}$/,
    },
  });
});

const validatorOf = memoizedByObject((schema: Schema): ajv.ValidateFunction =>
  compiler('ajv').compile(schema),
);

/** A schema violation: its field and its description. */
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
