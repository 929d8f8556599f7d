import type { FromSchema, JSONSchema } from 'json-schema-to-ts';
import { CURRENCIES, EMPLOYEE_STATUSES, JOBLOSS_VARIANTS, LANGUAGES } from '../enumerations.ts';
import { CLAIM_LIMITS } from '../limits.ts';
import {
  address,
  contact,
  keyValue,
  text,
  flag,
  date,
  oneOf,
  object,
  objectWith,
} from './shared.ts';

/** Jobloss draft, request body of create and update. */
export const joblossDraft = object({
  language: oneOf(LANGUAGES),
  metadata: { type: 'array', items: keyValue },
  policyholder: object({
    address,
    billingAddress: address,
    contact,
    person: object({
      birthdate: date,
      firstName: text,
      lastName: text,
      title: text,
      vat: text,
    }),
  }),
  risk: object({
    insuredJob: object({
      employeeStatus: oneOf(EMPLOYEE_STATUSES),
      employer: text,
      industry: text,
      isAwareOfImpendingJobloss: flag,
      isPermanentContract: flag,
      jobTitle: text,
      willUnregisterSocialFundIfClaim: flag,
      workingAtLeast16Hours: flag,
    }),
  }),
  terms: object({
    claimLimit: objectWith(['currency', 'value'], {
      currency: oneOf(CURRENCIES),
      value: { type: 'integer', enum: CLAIM_LIMITS },
    }),
    commercialName: text,
    requestPaperCopy: flag,
    startDate: date,
    variant: oneOf(JOBLOSS_VARIANTS),
  }),
}) satisfies JSONSchema;

/** A jobloss draft as sent. */
export type JoblossDraft = FromSchema<typeof joblossDraft>;
