import type { Dialect } from './dialect.ts';
import { choicesWith } from '../choices.ts';

/** Writes days and moments in forms of its own, all of which a reader understands (D2, V6). */
export const midnight: Dialect = {
  name: 'midnight',
  what: 'shows a date as midnight with an offset, and the limit of a price as seconds since 1970',
  choices: choicesWith({ dates: 'midnight', validUntil: 'epoch' }),
};
