import type { FromSchema, JSONSchema } from 'json-schema-to-ts';
import { FAMILY_SITUATIONS, LANGUAGES, TRAVEL_VARIANTS } from '../enumerations.ts';
import { address, company, contact, namedPerson } from './shared.ts';

/** Travel draft, request body of create and update. Person xor company is a business rule, not a shape. */
export const travelDraft = {
  type: 'object',
  additionalProperties: false,
  properties: {
    language: { type: 'string', enum: LANGUAGES },
    policyholder: {
      type: 'object',
      additionalProperties: false,
      properties: { address, billingAddress: address, company, contact, person: namedPerson },
    },
    risk: {
      type: 'object',
      additionalProperties: false,
      // The misspelling is the specification's own; the corrected spelling is an unknown field (V13).
      properties: { isCarsAgeElligible: { type: 'boolean' } },
    },
    terms: {
      type: 'object',
      additionalProperties: false,
      properties: {
        familySituation: { type: 'string', enum: FAMILY_SITUATIONS },
        hasAccidentProtection: { type: 'boolean' },
        hasBaggageProtection: { type: 'boolean' },
        hasRoadsideAssistance: { type: 'boolean' },
        requestPaperCopy: { type: 'boolean' },
        startDate: { type: 'string', format: 'date' },
        variant: { type: 'string', enum: TRAVEL_VARIANTS },
      },
    },
  },
} as const satisfies JSONSchema;

/** Car, request body of Post Car (travel). */
export const car = {
  type: 'object',
  additionalProperties: false,
  properties: { make: { type: 'string' }, model: { type: 'string' }, plate: { type: 'string' } },
} as const satisfies JSONSchema;

/** The empty JSON object that Delete Car and Delete Metadata carry. */
export const emptyObject = {
  type: 'object',
  additionalProperties: false,
  properties: {},
} as const satisfies JSONSchema;

/** A travel draft as sent. */
export type TravelDraft = FromSchema<typeof travelDraft>;
/** A car as sent. */
export type Car = FromSchema<typeof car>;
