import type { Dialect } from './dialect.ts';
import { choicesWith } from '../choices.ts';

/** Answers the prices of a line in the shape in which the plain service answers those of the others (R1). */
export const exchanged: Dialect = {
  name: 'exchanged',
  what: 'shows jobloss and travel prices in the first price shape, landlord prices in the alternative one',
  choices: choicesWith({ priceShapes: 'exchanged' }),
};
