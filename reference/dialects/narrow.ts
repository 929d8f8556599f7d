import type { Dialect } from './dialect.ts';
import { choicesWith } from '../choices.ts';

/** Takes as little as it may where nobody states a limit (V17, E2). */
export const narrow: Dialect = {
  name: 'narrow',
  what: 'accepts two items a list at most and Latin letters only, and requires an employer if the draft has no status',
  choices: choicesWith({
    mostItems: 2,
    letters: 'latin',
    employerWithoutStatus: 'mandatory',
    checkpoints: { employer: 'write' },
  }),
};
