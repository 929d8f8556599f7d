import type { FromSchema, JSONSchema } from 'json-schema-to-ts';
import { LEAD_TRANSPORTS } from '../enumerations.ts';
import { amount, keyValue, text, object, objectWith } from './shared.ts';

const transport = { type: 'string', enum: LEAD_TRANSPORTS } as const;

/** Lead body of jobloss, travel and landlord. */
export const lead = object({ transport }) satisfies JSONSchema;

/** Lead body of motor gap. */
export const gapLead = object({
  transport,
  partnerReference: { type: 'array', items: keyValue },
}) satisfies JSONSchema;

/** Price request body of motor gap. */
export const gapPriceRequest = object({
  partnerReference: { type: 'array', items: keyValue },
}) satisfies JSONSchema;

/** To-contract payload of motor gap. */
export const toContract = objectWith(['paymentTerm', 'transactionAmount', 'userTermsToken'], {
  paymentTerm: text,
  transactionAmount: amount,
  userTermsToken: text,
}) satisfies JSONSchema;

/** A lead as sent. */
export type Lead = FromSchema<typeof lead>;
/** A motor gap lead as sent. */
export type GapLead = FromSchema<typeof gapLead>;
/** A motor gap price request as sent. */
export type GapPriceRequest = FromSchema<typeof gapPriceRequest>;
/** A to-contract payload as sent. */
export type ToContract = FromSchema<typeof toContract>;
