import * as fc from 'fast-check';
import type { LandlordDraft } from '../../spec/schemas/landlord-draft.ts';
import { type Extent, type Fields, absent } from '../record.ts';

type Risk = NonNullable<LandlordDraft['risk']>;

/** alreadyOccupied and the six answers that hang on it. */
export type Tenancy = Omit<Fields<Risk>, 'insuredProperty'>;

/** Answers that are mandatory when a tenant occupies the property. */
export const OCCUPIED_ANSWERS = [
  'minimumSixMonthsTenancy',
  'noIncidentInSixMonths',
  'tenancyAgreementRegistered',
] as const satisfies readonly (keyof Risk)[];

/** Answers that are mandatory when no tenant occupies the property. */
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
 * The kinds of tenancy: not said (any draft only, without answers), occupied and vacant with the three answers of their
 * branch and none of the other's. Answers are true in a complete draft and free in any: mandatory means present (V16).
 */
export function tenancies(extent: Extent): Tenancy[] {
  const answer = extent === 'complete' ? fc.constant(true) : fc.boolean();
  const answers = (names: readonly (keyof Risk)[]) =>
    Object.fromEntries(names.map((name) => [name, answer]));
  const stated: Tenancy[] = [
    { ...silent, alreadyOccupied: fc.constant(false), ...answers(VACANT_ANSWERS) },
    { ...silent, alreadyOccupied: fc.constant(true), ...answers(OCCUPIED_ANSWERS) },
  ];

  return extent === 'complete' ? stated : [silent, ...stated];
}
