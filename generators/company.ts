import * as fc from 'fast-check';
import type { FromSchema } from 'json-schema-to-ts';
import type { company as companySchema } from '../spec/schemas/shared.ts';
import { companyName, firstName, lastName, title } from './person.ts';
import { type Extent, optional, optionalUnlessComplete, record } from './record.ts';

/** The example number of V7, with a valid checksum. */
export const PLAIN_VAT = 'BE0123456749';

/**
 * A Belgian VAT number: BE, 0, seven digits, and the two check digits 97 minus the first eight modulo 97, so that a
 * checksum test cannot refuse it (V7). Shrinks to BE0123456749.
 */
export const vat: fc.Arbitrary<string> = fc
  .noBias(fc.integer({ min: 1_234_567, max: 9_999_999 }))
  .map((digits) => `BE0${digits}${String(97 - (digits % 97)).padStart(2, '0')}`);

/** Tests if a text is BE and ten digits with valid check digits. */
export function isVat(text: string): boolean {
  const [, first, check] = /^BE(0\d{7}|1\d{7})(\d{2})$/.exec(text) ?? [];
  return first !== undefined && 97 - (Number(first) % 97) === Number(check);
}

/** Company of a travel or motor gap policyholder; only its name is required. Shrinks to its name alone. */
export function company(extent: Extent): fc.Arbitrary<FromSchema<typeof companySchema>> {
  const whenNeeded = optionalUnlessComplete(extent);
  return record<FromSchema<typeof companySchema>>({
    firstName: whenNeeded(firstName),
    lastName: whenNeeded(lastName),
    name: companyName,
    title: optional(title),
    vat: whenNeeded(vat),
  });
}
