import type { Dialect } from './dialect.ts';
import { choicesWith } from '../choices.ts';

/** A service with a limit that its target does not declare (S8). */
export const metered: Dialect = {
  name: 'metered',
  what: 'takes 100 requests a second from each caller and answers 429 to more, with Retry-After',
  slow: true,
  choices: choicesWith({ transport: { perSecond: 100 } }),
};
