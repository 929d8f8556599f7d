import type { Dialect } from './dialect.ts';
import { choicesWith } from '../choices.ts';

/** Created things are found by their Location alone, and no contract comes without a price and a token. */
export const apiKey: Dialect = {
  name: 'api-key',
  what: 'accepts an API key, numbers its resources in the Location alone, and requires a price and a token for every contract',
  choices: choicesWith({
    auth: { scheme: 'apiKey', in: 'header', name: 'X-Api-Key' },
    ids: {
      shape: 'number',
      places: { draft: null, car: null, person: null, metadata: null, contract: null },
    },
    location: { onCreate: true, form: 'path' },
    statuses: { create: 201, contract: 201, compute: 201, change: 204, remove: 204, lead: 202 },
    lastModified: { on: 'writes', format: 'iso' },
    noResource: 'object',
    errors: {
      style: 'empty',
      rule: 400,
      unlisted: 422,
      version: 406,
      foreign: 404,
      unknownAtGapPrice: 402,
    },
    draftsMayHoldInvalidEmail: false,
    updates: 'merge',
    whiteLabels: [],
    contractNeeds: { price: true, token: true },
    secondContract: 400,
  }),
};
