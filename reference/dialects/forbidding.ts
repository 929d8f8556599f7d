import type { Dialect } from './dialect.ts';
import { choicesWith } from '../choices.ts';

/** Where no status is listed for a refusal, any 4xx will do (S4, S6, S11). */
export const forbidding: Dialect = {
  name: 'forbidding',
  what: 'refuses with 403 what is wrong where no status is listed for it, and an unknown id at the price request too',
  choices: choicesWith({
    errors: { unlisted: 403, version: 403, country: 403, unknownAtGapPrice: 403, rule: 400 },
  }),
};
