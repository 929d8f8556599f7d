import type { Dialect } from './dialect.ts';
import { choicesWith } from '../choices.ts';

/** A service whose connections and workers come and go: the same request works a moment later (S8). */
export const impatient: Dialect = {
  name: 'impatient',
  what: 'answers every 30th request with 408, 421 or 425, before anything is done, and serves it when it comes again',
  choices: choicesWith({ transport: { againEvery: 30 } }),
};
