import type { Dialect } from './dialect.ts';
import { choicesWith } from '../choices.ts';

/** Who does not encode what stands in a path is lost here (D4). */
export const reservedIds: Dialect = {
  name: 'reserved-ids',
  what: 'accepts its key in the query, and hands out ids full of characters that a path must encode',
  choices: choicesWith({
    auth: { scheme: 'apiKey', in: 'query', name: 'api_key' },
    ids: { shape: 'reserved', metadata: 'key' },
    location: { onCreate: true, form: 'relative' },
    statuses: { contract: 303 },
    termsToken: '/terms/0',
  }),
};
