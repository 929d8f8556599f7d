import type { Dialect } from './dialect.ts';
import { choicesWith } from '../choices.ts';

/** HTTP as it may be, and as few servers speak it. */
export const wire: Dialect = {
  name: 'wire',
  what: 'sends gzip in chunks, header names in odd case, and closes the connection after every answer',
  choices: choicesWith({
    pathPrefix: '/v/2',
    transport: {
      framing: 'chunked',
      compression: 'gzip',
      headerNames: 'odd',
      connections: 'closed',
    },
  }),
};
