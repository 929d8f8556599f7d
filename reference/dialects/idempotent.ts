import type { Dialect } from './dialect.ts';
import { choicesWith } from '../choices.ts';

/** Whoever sends the same once more may mean the same (D11). */
export const idempotent: Dialect = {
  name: 'idempotent',
  what: 'answers a repeated creation with the earlier draft of the same body, whatever its state',
  choices: choicesWith({ ids: { equalBodies: 'one' } }),
};
