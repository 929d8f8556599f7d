import type { Dialect } from './dialect.ts';
import { choicesWith } from '../choices.ts';

/** Enforces each rule at another step: what holds of one says nothing of the next (E2 to E5). */
export const mixed: Dialect = {
  name: 'mixed',
  what: 'enforces some rules at the write, some at the price and some at the contract',
  choices: choicesWith({
    checkpoints: {
      schema: 'price',
      onlyAllowedWhen: 'write',
      employer: 'price',
      startDate: 'price',
      roadsideAssistance: 'contract',
      landlordAnswers: 'write',
      personXorCompany: 'contract',
      vehicleIdentification: 'price',
    },
    insurerFrom: 'price',
    draftsMayHoldInvalidEmail: false,
    afterContract: 409,
    errors: { rule: 400, unlisted: 409, version: 403, country: 403 },
    landlordLeads: 405,
  }),
};
