import type { FromSchema, JSONSchema } from 'json-schema-to-ts';
import { FAMILY_SITUATIONS, LANGUAGES, TRAVEL_VARIANTS } from '../enumerations.ts';
import {
  address,
  company,
  contact,
  namedPerson,
  text,
  flag,
  date,
  oneOf,
  object,
} from './shared.ts';

/** Travel draft, request body of create and update. Person xor company is a business rule, not part of the schema. */
export const travelDraft = object({
  language: oneOf(LANGUAGES),
  policyholder: object({ address, billingAddress: address, company, contact, person: namedPerson }),
  // The specification's own spelling (V13).
  risk: object({ isCarsAgeElligible: flag }),
  terms: object({
    familySituation: oneOf(FAMILY_SITUATIONS),
    hasAccidentProtection: flag,
    hasBaggageProtection: flag,
    hasRoadsideAssistance: flag,
    requestPaperCopy: flag,
    startDate: date,
    variant: oneOf(TRAVEL_VARIANTS),
  }),
}) satisfies JSONSchema;

/** Car, request body of Post Car (travel). */
export const car = object({ make: text, model: text, plate: text }) satisfies JSONSchema;

/** The empty JSON object that Delete Car and Delete Metadata carry. */
export const emptyObject = object({}) satisfies JSONSchema;

/** A travel draft as sent. */
export type TravelDraft = FromSchema<typeof travelDraft>;
/** A car as sent. */
export type Car = FromSchema<typeof car>;
