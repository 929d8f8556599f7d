import type { Dialect } from './dialect.ts';
import { choicesWith } from '../choices.ts';

/** Its access tokens end while a run goes on. */
export const oauth2: Dialect = {
  name: 'oauth2',
  what: 'wants an OAuth2 access token (client credentials) that expires after three seconds, and hides resources from callers without rights',
  choices: choicesWith({
    auth: {
      scheme: 'oauth2',
      tokenPath: '/oauth/token',
      clientSecretIn: 'header',
      lifetime: 3,
    },
    errors: { noRight: 404, foreign: 404, bodies: 'all' },
    statuses: { terms: 201, update: 204 },
  }),
};
