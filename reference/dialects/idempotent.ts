import type { Dialect } from './dialect.ts';
import { choicesWith } from '../choices.ts';

/** Whoever sends the same once more may mean the same (D11). */
export const idempotent: Dialect = {
  name: 'idempotent',
  what: 'answers a creation with the draft that was created of the same body before, in whatever state that is',
  choices: choicesWith({ ids: { equalBodies: 'one' } }),
};
