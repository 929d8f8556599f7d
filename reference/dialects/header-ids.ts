import type { Dialect } from './dialect.ts';
import { choicesWith } from '../choices.ts';

/** Says as little in bodies as a service may. */
export const headerIds: Dialect = {
  name: 'header-ids',
  what: 'answers creations with 204 where it may, and puts the new id and the terms token into headers',
  choices: choicesWith({
    ids: {
      shape: 'number',
      places: {
        draft: 'header:X-Resource-Id',
        car: 'header:X-Resource-Id',
        person: 'header:X-Resource-Id',
        metadata: 'header:X-Resource-Id',
        contract: 'header:X-Contract-Id',
      },
    },
    termsToken: 'header:X-Terms-Token',
    statuses: { create: 204, update: 204, change: 204, remove: 204, lead: 204, contract: 201 },
    errors: { style: 'empty', unknown: 410 },
  }),
};
