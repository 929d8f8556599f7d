import type { Dialect } from './dialect.ts';
import { choicesWith } from '../choices.ts';

/** Where no status is listed for a refusal, any 4xx will do (S4, S6, S11). */
export const forbidding: Dialect = {
  name: 'forbidding',
  what: 'refuses a faulty call with 403 if the specification lists no status for it, and also an unknown id at the price request',
  choices: choicesWith({
    errors: { unlisted: 403, version: 403, country: 403, unknownAtGapPrice: 403, rule: 400 },
  }),
};
