import * as fc from 'fast-check';
import { CLAIM_COUNTS } from '../../spec/enumerations.ts';
import { contact } from '../contact.ts';
import type { GeneratorContext } from '../context.ts';
import { namedPerson } from '../person.ts';
import { type Extent, maybe, needed, record } from '../record.ts';
import type { Driver } from './types.ts';

/** One driver or two (V17), in a complete draft with person and claims (text, V9). Shrinks to the fewest. */
export function drivers(context: GeneratorContext, extent: Extent): fc.Arbitrary<Driver[]> {
  const whenNeeded = needed(extent);
  const driver = record<Driver>({
    contact: maybe(contact(context, extent)),
    numberOfClaimsLast5Years: whenNeeded(fc.constantFrom(...CLAIM_COUNTS)),
    person: whenNeeded(namedPerson(context, extent)),
  });

  return fc.array(driver, { minLength: 1, maxLength: 2 });
}
