import type { Dialect } from './dialect.ts';
import { plainChoices } from '../choices.ts';

/** Decides everything in the obvious way, and refuses as early as it may. */
export const plain: Dialect = {
  name: 'plain',
  what: 'decides everything in the obvious way, and refuses as early as it may',
  choices: plainChoices,
};
