import * as fc from 'fast-check';
import { PROPERTY_SECOND_TYPES, PROPERTY_TYPES, SURFACE_UNITS } from '../../spec/enumerations.ts';
import type { LandlordDraft } from '../../spec/schemas/landlord-draft.ts';
import { address } from '../contact.ts';
import { amount } from '../value-types.ts';
import {
  type Extent,
  optionalUnlessComplete,
  oneKindOf,
  record,
  type Fields,
  absent,
} from '../record.ts';

type Risk = NonNullable<LandlordDraft['risk']>;

/** alreadyOccupied and the six answers that depend on it. */
export type Tenancy = Omit<Fields<Risk>, 'insuredProperty'>;

/** Answers that are mandatory if a tenant occupies the property. */
export const OCCUPIED_ANSWERS = [
  'minimumSixMonthsTenancy',
  'noIncidentInSixMonths',
  'tenancyAgreementRegistered',
] as const satisfies readonly (keyof Risk)[];

/** Answers that are mandatory if no tenant occupies the property. */
export const VACANT_ANSWERS = [
  'willCheckRentAndChargesBalance',
  'willMakeBackgroundCheck',
  'willSignTenancyAgreement',
] as const satisfies readonly (keyof Risk)[];

const silent: Tenancy = {
  alreadyOccupied: absent,
  minimumSixMonthsTenancy: absent,
  noIncidentInSixMonths: absent,
  tenancyAgreementRegistered: absent,
  willCheckRentAndChargesBalance: absent,
  willMakeBackgroundCheck: absent,
  willSignTenancyAgreement: absent,
};

/**
 * The kinds of tenancy: unspecified (any draft only, without answers), and occupied or vacant with the three answers of
 * that branch and none of the other. Answers are true in a complete draft and free in any: mandatory means present
 * (V16).
 */
function tenancies(extent: Extent): Tenancy[] {
  const answer = extent === 'complete' ? fc.constant(true) : fc.boolean();
  const answers = (names: readonly (keyof Risk)[]) =>
    Object.fromEntries(names.map((name) => [name, answer]));
  const stated: Tenancy[] = [
    { ...silent, alreadyOccupied: fc.constant(false), ...answers(VACANT_ANSWERS) },
    { ...silent, alreadyOccupied: fc.constant(true), ...answers(OCCUPIED_ANSWERS) },
  ];

  return extent === 'complete' ? stated : [silent, ...stated];
}

type Property = NonNullable<Risk['insuredProperty']>;
type SurfaceArea = NonNullable<Property['surfaceArea']>;

/** Monthly rent, hundredths of EUR, both ends included. */
export const MONTHLY_RENT = { min: 50_000, max: 300_000 } as const;
/** Monthly charges, hundredths of EUR, both ends included. */
export const MONTHLY_CHARGES = { min: 1_000, max: 40_000 } as const;
/** Surface area, square metres, both ends included. */
export const SURFACE_AREA = { min: 18, max: 450 } as const;

/** The insured property. Shrinks to {}; a complete one to a flat of 18 square metres. */
function insuredProperty(extent: Extent): fc.Arbitrary<Property> {
  const whenNeeded = optionalUnlessComplete(extent);
  return record<Property>({
    address: whenNeeded(address(extent)),
    monthlyCharges: whenNeeded(amount(MONTHLY_CHARGES)),
    monthlyRent: whenNeeded(amount(MONTHLY_RENT)),
    secondType: whenNeeded(fc.constantFrom(...PROPERTY_SECOND_TYPES)),
    surfaceArea: whenNeeded(
      record<SurfaceArea>({
        unit: whenNeeded(fc.constantFrom(...SURFACE_UNITS)),
        value: whenNeeded(fc.integer(SURFACE_AREA)),
      }),
    ),
    type: whenNeeded(fc.constantFrom(...PROPERTY_TYPES)),
  });
}

/** Risk of a landlord draft. Shrinks to {}; a complete one to a vacant property. */
export function landlordRisk(extent: Extent): fc.Arbitrary<Risk> {
  const property = optionalUnlessComplete(extent)(insuredProperty(extent));
  const kinds = tenancies(extent).map((tenancy) =>
    record<Risk>({ ...tenancy, insuredProperty: property }),
  );

  return oneKindOf(...kinds);
}
