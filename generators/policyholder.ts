import type * as fc from 'fast-check';
import type { TravelDraft } from '../spec/schemas/travel-draft.ts';
import { address, contact } from './contact.ts';
import { company } from './company.ts';
import type { GeneratorContext } from './context.ts';
import { namedPerson } from './person.ts';
import {
  type Extent,
  type Fields,
  absent,
  optional,
  optionalUnlessComplete,
  oneKindOf,
  record,
} from './record.ts';

type Policyholder = NonNullable<TravelDraft['policyholder']>;

/**
 * Policyholder of a travel or motor gap draft: a person or a company, never both; a complete draft has one, any draft
 * may have neither. Shrinks to {}, or to a person.
 */
export function policyholder(
  context: GeneratorContext,
  extent: Extent,
): fc.Arbitrary<Policyholder> {
  const whenNeeded = optionalUnlessComplete(extent);
  const kind = (party: Pick<Fields<Policyholder>, 'company' | 'person'>) =>
    record<Policyholder>({
      address: whenNeeded(address(extent)),
      billingAddress: optional(address(extent)),
      contact: whenNeeded(contact(context, extent)),
      ...party,
    });

  return oneKindOf(
    kind({ company: absent, person: whenNeeded(namedPerson(context, extent)) }),
    kind({ company: whenNeeded(company(extent)), person: absent }),
  );
}
