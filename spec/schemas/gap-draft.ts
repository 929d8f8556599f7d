import type { FromSchema, JSONSchema } from 'json-schema-to-ts';
import {
  CLAIM_COUNTS,
  GAP_VARIANTS,
  LANGUAGES,
  VEHICLE_CODE_TYPES,
  VEHICLE_TYPES,
} from '../enumerations.ts';
import {
  address,
  amount,
  company,
  contact,
  fraction,
  keyValue,
  namedPerson,
  text,
  flag,
  integer,
  date,
  oneOf,
  object,
  objectWith,
} from './shared.ts';

const cascoFactors = objectWith(['deductible'], {
  deductible: amount,
  depreciationRate: fraction,
  fullProtectionDuration: integer,
});

const driver = object({
  contact,
  numberOfClaimsLast5Years: oneOf(CLAIM_COUNTS),
  person: namedPerson,
});

const vehicle = object({
  cascoInsurerCompany: text,
  details: objectWith(['code', 'codeType', 'country', 'vehicleType'], {
    code: text,
    codeType: oneOf(VEHICLE_CODE_TYPES),
    country: { type: 'string', format: 'country-code' },
    vehicleType: oneOf(VEHICLE_TYPES),
  }),
  firstRegistrationYear: { type: 'string', pattern: '^\\d{4}$' },
  identification: {
    // "one of": none at all is only observed (V12), so at most one.
    maxProperties: 1,
    ...object({
      registration: objectWith(['country', 'plate'], { country: text, plate: text }),
      vin: text,
      willProvideLater: flag,
    }),
  },
  invoice: objectWith(['purchasedPriceIncludingVat'], {
    isPurchasedInLast6Months: flag,
    purchasedDate: date,
    purchasedPriceIncludingVat: amount,
  }),
});

/** Motor gap draft, request body of update (the body of create is not shown). */
export const gapDraft = object({
  language: oneOf(LANGUAGES),
  partnerReference: { type: 'array', items: keyValue },
  policyholder: object({ address, billingAddress: address, company, contact, person: namedPerson }),
  risk: object({ cascoFactors, drivers: { type: 'array', items: driver }, vehicle }),
  terms: object({
    claimLimit: amount,
    requestPaperCopy: flag,
    startDate: date,
    variant: oneOf(GAP_VARIANTS),
  }),
  whiteLabelId: text,
}) satisfies JSONSchema;

/** A motor gap draft as sent. */
export type GapDraft = FromSchema<typeof gapDraft>;
