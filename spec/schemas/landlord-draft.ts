import type { FromSchema, JSONSchema } from 'json-schema-to-ts';
import {
  LANDLORD_LANGUAGES,
  LANDLORD_VARIANTS,
  POLICYHOLDER_STATUSES,
  PROPERTY_SECOND_TYPES,
  PROPERTY_TYPES,
  SURFACE_UNITS,
} from '../enumerations.ts';
import { address, amount, contact } from './shared.ts';

const properties = {
  language: { type: 'string', enum: LANDLORD_LANGUAGES },
  policyholder: {
    type: 'object',
    additionalProperties: false,
    properties: {
      address,
      company: {
        type: 'object',
        additionalProperties: false,
        required: ['name'],
        properties: {
          billingAddress: address,
          billingAddressSameAsCompany: { type: 'boolean' },
          firstName: { type: 'string' },
          lastName: { type: 'string' },
          name: { type: 'string' },
          status: { type: 'string', enum: POLICYHOLDER_STATUSES },
          title: { type: 'string' },
          vat: { type: 'string', pattern: '^BE\\d+$' },
        },
      },
      contact,
      person: {
        type: 'object',
        additionalProperties: false,
        // The row's "(required in the object)" is read as covering all three (C8).
        required: ['birthdate', 'firstName', 'lastName'],
        properties: {
          birthdate: { type: 'string', format: 'date' },
          firstName: { type: 'string' },
          lastName: { type: 'string' },
          status: { type: 'string', enum: POLICYHOLDER_STATUSES },
          title: { type: 'string' },
        },
      },
    },
  },
  risk: {
    type: 'object',
    additionalProperties: false,
    properties: {
      alreadyOccupied: { type: 'boolean' },
      insuredProperty: {
        type: 'object',
        additionalProperties: false,
        properties: {
          address,
          monthlyCharges: amount,
          monthlyRent: amount,
          secondType: { type: 'string', enum: PROPERTY_SECOND_TYPES },
          surfaceArea: {
            type: 'object',
            additionalProperties: false,
            properties: {
              unit: { type: 'string', enum: SURFACE_UNITS },
              value: { type: 'integer' },
            },
          },
          type: { type: 'string', enum: PROPERTY_TYPES },
        },
      },
      minimumSixMonthsTenancy: { type: 'boolean' },
      noIncidentInSixMonths: { type: 'boolean' },
      tenancyAgreementRegistered: { type: 'boolean' },
      willCheckRentAndChargesBalance: { type: 'boolean' },
      willMakeBackgroundCheck: { type: 'boolean' },
      willSignTenancyAgreement: { type: 'boolean' },
    },
  },
  terms: {
    type: 'object',
    additionalProperties: false,
    properties: {
      requestPaperCopy: { type: 'boolean' },
      startDate: { type: 'string', format: 'date' },
      variant: { type: 'string', enum: LANDLORD_VARIANTS },
    },
  },
} as const;

/** Landlord draft, request body of create and update. */
export const landlordDraft = {
  type: 'object',
  additionalProperties: false,
  properties,
} as const satisfies JSONSchema;

/** The landlord draft resource: the same fields plus createdAt, draftId, updatedAt. */
export const landlordDraftResource = {
  type: 'object',
  additionalProperties: false,
  properties: {
    createdAt: { type: 'string', format: 'date-time' },
    draftId: { type: 'string' },
    updatedAt: { type: 'string', format: 'date-time' },
    ...properties,
  },
} as const satisfies JSONSchema;

/** A landlord draft as sent. */
export type LandlordDraft = FromSchema<typeof landlordDraft>;
