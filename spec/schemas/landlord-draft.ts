import type { FromSchema, JSONSchema } from 'json-schema-to-ts';
import {
  LANDLORD_LANGUAGES,
  LANDLORD_VARIANTS,
  POLICYHOLDER_STATUSES,
  PROPERTY_SECOND_TYPES,
  PROPERTY_TYPES,
  SURFACE_UNITS,
} from '../enumerations.ts';
import {
  address,
  amount,
  contact,
  text,
  flag,
  integer,
  date,
  oneOf,
  object,
  objectWith,
} from './shared.ts';

const properties = {
  language: oneOf(LANDLORD_LANGUAGES),
  policyholder: object({
    address,
    company: objectWith(['name'], {
      billingAddress: address,
      billingAddressSameAsCompany: flag,
      firstName: text,
      lastName: text,
      name: text,
      status: oneOf(POLICYHOLDER_STATUSES),
      title: text,
      vat: { type: 'string', pattern: '^BE\\d+$' },
    }),
    contact,
    person: objectWith(
      // The row's "(required in the object)" is taken to cover all three (C8).
      ['birthdate', 'firstName', 'lastName'],
      {
        birthdate: date,
        firstName: text,
        lastName: text,
        status: oneOf(POLICYHOLDER_STATUSES),
        title: text,
      },
    ),
  }),
  risk: object({
    alreadyOccupied: flag,
    insuredProperty: object({
      address,
      monthlyCharges: amount,
      monthlyRent: amount,
      secondType: oneOf(PROPERTY_SECOND_TYPES),
      surfaceArea: object({
        unit: oneOf(SURFACE_UNITS),
        value: integer,
      }),
      type: oneOf(PROPERTY_TYPES),
    }),
    minimumSixMonthsTenancy: flag,
    noIncidentInSixMonths: flag,
    tenancyAgreementRegistered: flag,
    willCheckRentAndChargesBalance: flag,
    willMakeBackgroundCheck: flag,
    willSignTenancyAgreement: flag,
  }),
  terms: object({
    requestPaperCopy: flag,
    startDate: date,
    variant: oneOf(LANDLORD_VARIANTS),
  }),
} as const;

/** Landlord draft, request body of create and update. */
export const landlordDraft = object(properties) satisfies JSONSchema;

/** The landlord draft resource: the same fields plus createdAt, draftId, updatedAt. */
export const landlordDraftResource = object({
  createdAt: { type: 'string', format: 'date-time' },
  draftId: text,
  updatedAt: { type: 'string', format: 'date-time' },
  ...properties,
}) satisfies JSONSchema;

/** A landlord draft as sent. */
export type LandlordDraft = FromSchema<typeof landlordDraft>;
