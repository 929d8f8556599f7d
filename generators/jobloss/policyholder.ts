import type * as fc from 'fast-check';
import type { JoblossDraft } from '../../spec/schemas/jobloss-draft.ts';
import { address, contact } from '../contact.ts';
import { birthdate } from '../dates.ts';
import type { GeneratorContext } from '../context.ts';
import { firstName, lastName, title } from '../person.ts';
import { type Extent, optional, optionalUnlessComplete, record } from '../record.ts';
import { vat } from '../company.ts';

type Policyholder = NonNullable<JoblossDraft['policyholder']>;
type Person = NonNullable<Policyholder['person']>;

/**
 * Policyholder of a jobloss draft, always a physical person. A VAT number may be present; `dropVatUnlessSelfEmployed` removes
 * it if the status does not allow it. Shrinks to {}.
 */
export function joblossPolicyholder(
  context: GeneratorContext,
  extent: Extent,
): fc.Arbitrary<Policyholder> {
  const whenNeeded = optionalUnlessComplete(extent);
  return record<Policyholder>({
    address: whenNeeded(address(extent)),
    billingAddress: optional(address(extent)),
    contact: whenNeeded(contact(context, extent)),
    person: whenNeeded(
      record<Person>({
        birthdate: whenNeeded(birthdate(context)),
        firstName: whenNeeded(firstName),
        lastName: whenNeeded(lastName),
        title: optional(title),
        vat: optional(vat),
      }),
    ),
  });
}

/** The draft without the policyholder's VAT number unless the insured is self-employed. */
export function dropVatUnlessSelfEmployed(draft: JoblossDraft): JoblossDraft {
  const { policyholder, risk } = draft;
  const selfEmployed = risk?.insuredJob?.employeeStatus === 'self-employed';
  if (policyholder?.person?.vat === undefined || selfEmployed) return draft;

  const { vat: _vat, ...person } = policyholder.person;
  return { ...draft, policyholder: { ...policyholder, person } };
}
