import type { Dialect } from './dialect.ts';
import { choicesWith } from '../choices.ts';

/** Refuses whatever it may refuse, as early as it may. */
export const strict: Dialect = {
  name: 'strict',
  what: 'refuses unknown fields, looks at bodies first, enforces every rule at the write, and closes a draft with its contract',
  choices: choicesWith({
    checks: 'body-first',
    unknownFields: 'refused',
    checkpoints: {
      roadsideAssistance: 'write',
      landlordAnswers: 'write',
      startDate: 'write',
      employer: 'write',
    },
    draftsMayHoldInvalidEmail: false,
    contractNeeds: { price: true, token: true },
    secondContract: 400,
    afterContract: 423,
    errors: { rule: 400, unlisted: 422, version: 412, country: 422 },
  }),
};
