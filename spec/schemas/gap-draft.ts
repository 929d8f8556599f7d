import type { FromSchema, JSONSchema } from 'json-schema-to-ts';
import {
  CLAIM_COUNTS,
  GAP_VARIANTS,
  LANGUAGES,
  VEHICLE_CODE_TYPES,
  VEHICLE_TYPES,
} from '../enumerations.ts';
import { address, amount, company, contact, fraction, keyValue, namedPerson } from './shared.ts';

const cascoFactors = {
  type: 'object',
  additionalProperties: false,
  required: ['deductible'],
  properties: {
    deductible: amount,
    depreciationRate: fraction,
    fullProtectionDuration: { type: 'integer' },
  },
} as const;

const driver = {
  type: 'object',
  additionalProperties: false,
  properties: {
    contact,
    numberOfClaimsLast5Years: { type: 'string', enum: CLAIM_COUNTS },
    person: namedPerson,
  },
} as const;

const vehicle = {
  type: 'object',
  additionalProperties: false,
  properties: {
    cascoInsurerCompany: { type: 'string' },
    details: {
      type: 'object',
      additionalProperties: false,
      required: ['code', 'codeType', 'country', 'vehicleType'],
      properties: {
        code: { type: 'string' },
        codeType: { type: 'string', enum: VEHICLE_CODE_TYPES },
        country: { type: 'string', format: 'country-code' },
        vehicleType: { type: 'string', enum: VEHICLE_TYPES },
      },
    },
    firstRegistrationYear: { type: 'string', pattern: '^\\d{4}$' },
    identification: {
      type: 'object',
      additionalProperties: false,
      // "one of": none at all is only observed (V12), so at most one.
      maxProperties: 1,
      properties: {
        registration: {
          type: 'object',
          additionalProperties: false,
          required: ['country', 'plate'],
          properties: { country: { type: 'string' }, plate: { type: 'string' } },
        },
        vin: { type: 'string' },
        willProvideLater: { type: 'boolean' },
      },
    },
    invoice: {
      type: 'object',
      additionalProperties: false,
      required: ['purchasedPriceIncludingVat'],
      properties: {
        isPurchasedInLast6Months: { type: 'boolean' },
        purchasedDate: { type: 'string', format: 'date' },
        purchasedPriceIncludingVat: amount,
      },
    },
  },
} as const;

/** Motor gap draft, request body of update (the body of create is not shown). */
export const gapDraft = {
  type: 'object',
  additionalProperties: false,
  properties: {
    language: { type: 'string', enum: LANGUAGES },
    partnerReference: { type: 'array', items: keyValue },
    policyholder: {
      type: 'object',
      additionalProperties: false,
      properties: { address, billingAddress: address, company, contact, person: namedPerson },
    },
    risk: {
      type: 'object',
      additionalProperties: false,
      properties: { cascoFactors, drivers: { type: 'array', items: driver }, vehicle },
    },
    terms: {
      type: 'object',
      additionalProperties: false,
      properties: {
        claimLimit: amount,
        requestPaperCopy: { type: 'boolean' },
        startDate: { type: 'string', format: 'date' },
        variant: { type: 'string', enum: GAP_VARIANTS },
      },
    },
    whiteLabelId: { type: 'string' },
  },
} as const satisfies JSONSchema;

/** A motor gap draft as sent. */
export type GapDraft = FromSchema<typeof gapDraft>;
