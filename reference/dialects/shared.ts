import type { Dialect } from './dialect.ts';
import { choicesWith } from '../choices.ts';

/** Ownership is not described (D10). */
export const shared: Dialect = {
  name: 'shared',
  what: 'lets every client see and change everything, and makes contracts without a price',
  choices: choicesWith({
    othersMay: 'everything',
    errors: { unknown: 400 },
    contractNeeds: { gapPrice: false },
    secondContract: 'replay',
    items: { unknownPut: 'created' },
  }),
};
