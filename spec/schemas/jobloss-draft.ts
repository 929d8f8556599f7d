import type { FromSchema, JSONSchema } from 'json-schema-to-ts';
import { CURRENCIES, EMPLOYEE_STATUSES, JOBLOSS_VARIANTS, LANGUAGES } from '../enumerations.ts';
import { CLAIM_LIMITS } from '../limits.ts';
import { address, contact, keyValue } from './shared.ts';

/** Jobloss draft, request body of create and update. */
export const joblossDraft = {
  type: 'object',
  additionalProperties: false,
  properties: {
    language: { type: 'string', enum: LANGUAGES },
    metadata: { type: 'array', items: keyValue },
    policyholder: {
      type: 'object',
      additionalProperties: false,
      properties: {
        address,
        billingAddress: address,
        contact,
        person: {
          type: 'object',
          additionalProperties: false,
          properties: {
            birthdate: { type: 'string', format: 'date' },
            firstName: { type: 'string' },
            lastName: { type: 'string' },
            title: { type: 'string' },
            vat: { type: 'string' },
          },
        },
      },
    },
    risk: {
      type: 'object',
      additionalProperties: false,
      properties: {
        insuredJob: {
          type: 'object',
          additionalProperties: false,
          properties: {
            employeeStatus: { type: 'string', enum: EMPLOYEE_STATUSES },
            employer: { type: 'string' },
            industry: { type: 'string' },
            isAwareOfImpendingJobloss: { type: 'boolean' },
            isPermanentContract: { type: 'boolean' },
            jobTitle: { type: 'string' },
            willUnregisterSocialFundIfClaim: { type: 'boolean' },
            workingAtLeast16Hours: { type: 'boolean' },
          },
        },
      },
    },
    terms: {
      type: 'object',
      additionalProperties: false,
      properties: {
        claimLimit: {
          type: 'object',
          additionalProperties: false,
          required: ['currency', 'value'],
          properties: {
            currency: { type: 'string', enum: CURRENCIES },
            value: { type: 'integer', enum: CLAIM_LIMITS },
          },
        },
        commercialName: { type: 'string' },
        requestPaperCopy: { type: 'boolean' },
        startDate: { type: 'string', format: 'date' },
        variant: { type: 'string', enum: JOBLOSS_VARIANTS },
      },
    },
  },
} as const satisfies JSONSchema;

/** A jobloss draft as sent. */
export type JoblossDraft = FromSchema<typeof joblossDraft>;
