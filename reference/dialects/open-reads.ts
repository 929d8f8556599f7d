import type { Dialect } from './dialect.ts';
import { choicesWith } from '../choices.ts';

/** Between `shared` and `owner-only`: whoever is known may look, and only the owner may do anything (D10). */
export const openReads: Dialect = {
  name: 'open-reads',
  what: 'lets every client read everything, and answers 404 to writes by all but the owner',
  choices: choicesWith({
    othersMay: 'read',
    errors: { foreign: 404, unknown: 410 },
    statuses: { create: 201, lead: 202 },
    location: { onCreate: true, form: 'relative' },
  }),
};
