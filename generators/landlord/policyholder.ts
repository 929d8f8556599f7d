import * as fc from 'fast-check';
import { POLICYHOLDER_STATUSES } from '../../spec/enumerations.ts';
import type { LandlordDraft } from '../../spec/schemas/landlord-draft.ts';
import { address, contact } from '../contact.ts';
import { birthdate } from '../dates.ts';
import type { GeneratorContext } from '../context.ts';
import { companyName, firstName, lastName, title } from '../person.ts';
import {
  type Extent,
  type Fields,
  absent,
  optional,
  optionalUnlessComplete,
  oneKindOf,
  record,
} from '../record.ts';
import { vat } from '../company.ts';

type Policyholder = NonNullable<LandlordDraft['policyholder']>;
type Company = NonNullable<Policyholder['company']>;
type Person = NonNullable<Policyholder['person']>;

const status = fc.constantFrom(...POLICYHOLDER_STATUSES);

/** Aligns a company's billing address with the flag: none if true, one if false. */
function billingOfCompany(company: Company): Company {
  const { billingAddress, billingAddressSameAsCompany: same, ...others } = company;
  if (same === undefined || same === (billingAddress === undefined)) return company;
  return same
    ? { billingAddressSameAsCompany: true, ...others }
    : { ...others, billingAddressSameAsCompany: true };
}

/** A landlord's company; a VAT number is BE and digits, its checksum right (V7). Shrinks to its name alone. */
function company(extent: Extent): fc.Arbitrary<Company> {
  const whenNeeded = optionalUnlessComplete(extent);
  return record<Company>({
    billingAddress: optional(address(extent)),
    billingAddressSameAsCompany: optional(fc.boolean()),
    firstName: whenNeeded(firstName),
    lastName: whenNeeded(lastName),
    name: companyName,
    status: whenNeeded(status),
    title: optional(title),
    vat: whenNeeded(vat),
  }).map(billingOfCompany);
}

/** A landlord person; birthdate and names always, which satisfies every reading of the row (C8). Shrinks to these. */
function person(context: GeneratorContext, extent: Extent): fc.Arbitrary<Person> {
  return record<Person>({
    birthdate: birthdate(context),
    firstName,
    lastName,
    status: optionalUnlessComplete(extent)(status),
    title: optional(title),
  });
}

/** Policyholder of a landlord draft: a person or a company, never both. Shrinks to {}, or to a person. */
export function landlordPolicyholder(
  context: GeneratorContext,
  extent: Extent,
): fc.Arbitrary<Policyholder> {
  const whenNeeded = optionalUnlessComplete(extent);
  const kind = (party: Pick<Fields<Policyholder>, 'company' | 'person'>) =>
    record<Policyholder>({
      address: whenNeeded(address(extent)),
      contact: whenNeeded(contact(context, extent)),
      ...party,
    });

  return oneKindOf(
    kind({ company: absent, person: whenNeeded(person(context, extent)) }),
    kind({ company: whenNeeded(company(extent)), person: absent }),
  );
}
