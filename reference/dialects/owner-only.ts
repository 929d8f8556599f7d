import type { Dialect } from './dialect.ts';
import { choicesWith } from '../choices.ts';

/** Conceals from everybody else that there is anything at all (S10, D10). */
export const ownerOnly: Dialect = {
  name: 'owner-only',
  what: 'answers 404 to everyone but the owner, and sends the caller of a contract creation on with 303',
  choices: choicesWith({
    errors: { foreign: 404, noRight: 404, style: 'problem', bodies: 'all' },
    location: { onCreate: true, form: 'absolute' },
    statuses: { create: 201, contract: 303, terms: 201 },
    contractNeeds: { token: true },
  }),
};
