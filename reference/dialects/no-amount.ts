import type { Dialect } from './dialect.ts';
import { choicesWith } from '../choices.ts';

/** The specification does not show what a motor gap price request holds (P5). */
export const noAmount: Dialect = {
  name: 'no-amount',
  what: 'shows no amount in a motor gap price request, and accepts the amount that a contract names',
  choices: choicesWith({ gapPrice: { place: null } }),
};
