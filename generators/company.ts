import type * as fc from 'fast-check';
import type { FromSchema } from 'json-schema-to-ts';
import type { company as companySchema } from '../spec/schemas/shared.ts';
import { companyName, firstName, lastName, title } from './name.ts';
import { type Extent, maybe, needed, record } from './record.ts';
import { vat } from './vat.ts';

/** Company of a travel or motor gap policyholder; only its name is required. Shrinks to its name alone. */
export function company(extent: Extent): fc.Arbitrary<FromSchema<typeof companySchema>> {
  const whenNeeded = needed(extent);
  return record<FromSchema<typeof companySchema>>({
    firstName: whenNeeded(firstName),
    lastName: whenNeeded(lastName),
    name: companyName,
    title: maybe(title),
    vat: whenNeeded(vat),
  });
}
