import type { Requirements } from '../requirement.ts';
import { ALL } from './operations-where.ts';

/** The country of the path. */
export const country = {
  'COUNTRY-01': {
    level: 'stated',
    statement:
      'The country in the path is taken in capital and small letters alike: be, Be and bE are BE.',
    source: 'Common path parameters, row country',
    operations: ALL,
    rules: ['W2'],
    proof: 'accepted-twin',
  },
  'COUNTRY-02': {
    level: 'stated',
    statement: 'A country other than BE is refused, since none has a line of business.',
    source: 'Common path parameters, row country; Limits, Countries',
    operations: ALL,
    rules: ['W2', 'S7', 'S12'],
    proof: 'accepted-twin',
  },
} as const satisfies Requirements;
