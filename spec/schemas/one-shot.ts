import type { FromSchema, JSONSchema } from 'json-schema-to-ts';
import { LEAD_TRANSPORTS } from '../enumerations.ts';
import { amount, keyValue } from './shared.ts';

const transport = { type: 'string', enum: LEAD_TRANSPORTS } as const;

/** Lead body of jobloss, travel and landlord. */
export const lead = {
  type: 'object',
  additionalProperties: false,
  properties: { transport },
} as const satisfies JSONSchema;

/** Lead body of motor gap. */
export const gapLead = {
  type: 'object',
  additionalProperties: false,
  properties: { transport, partnerReference: { type: 'array', items: keyValue } },
} as const satisfies JSONSchema;

/** Price request body of motor gap. */
export const gapPriceRequest = {
  type: 'object',
  additionalProperties: false,
  properties: { partnerReference: { type: 'array', items: keyValue } },
} as const satisfies JSONSchema;

/** To-contract payload of motor gap. */
export const toContract = {
  type: 'object',
  additionalProperties: false,
  required: ['paymentTerm', 'transactionAmount', 'userTermsToken'],
  properties: {
    paymentTerm: { type: 'string' },
    transactionAmount: amount,
    userTermsToken: { type: 'string' },
  },
} as const satisfies JSONSchema;

/** A lead as sent. */
export type Lead = FromSchema<typeof lead>;
/** A motor gap lead as sent. */
export type GapLead = FromSchema<typeof gapLead>;
/** A motor gap price request as sent. */
export type GapPriceRequest = FromSchema<typeof gapPriceRequest>;
/** A to-contract payload as sent. */
export type ToContract = FromSchema<typeof toContract>;
