import type { Dialect } from './dialect.ts';
import { choicesWith } from '../choices.ts';

/** Shows nothing that it need not show; what is not there must not be missed. */
export const minimal: Dialect = {
  name: 'minimal',
  what: 'leaves out every optional field and Last-Modified, and counts its ids from 1 on every line',
  choices: choicesWith({
    ids: {
      shape: 'sequence',
      places: { draft: null, car: null, person: null, metadata: null, contract: null },
      persons: 'per-draft',
    },
    location: { onCreate: true, form: 'path' },
    statuses: { create: 201, contract: 201 },
    lastModified: { on: 'none' },
    optionalFields: 'left-out',
    errors: { style: 'empty' },
    landlordLeads: 404,
    paymentStatusBeforeContract: 404,
    contractNeeds: { gapPrice: false },
  }),
};
