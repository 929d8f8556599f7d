import type { Dialect } from './dialect.ts';
import { choicesWith } from '../choices.ts';

/** What may be carried is carried now and then (C2). */
export const sporadic: Dialect = {
  name: 'sporadic',
  what: 'sends Last-Modified with about every second answer of the operations that list it',
  choices: choicesWith({ lastModified: { on: 'now-and-then' } }),
};
