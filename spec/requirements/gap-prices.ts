import type { Requirements } from '../requirement.ts';

/** Price requests of a motor gap draft. */
export const gapPrices = {
  'GAP-PRICE-01': {
    level: 'stated',
    statement: 'A draft can have several price requests, on the same data and after a change.',
    source: 'States and transitions, rule 1',
    operations: ['gap.price-request'],
    rules: ['R6'],
    proof: 'accepted-twin',
  },
  'GAP-PRICE-02': {
    level: 'stated',
    statement:
      'A price request is invalid once a field that influences it was changed, so no contract is made for its amount.',
    source: 'States and transitions, rule 2',
    operations: ['gap.contract-create'],
    rules: ['R3', 'K3'],
    proof: 'accepted-twin',
  },
  'GAP-PRICE-03': {
    level: 'implied',
    statement: 'Two price requests on one unchanged draft give the same amount.',
    source: 'Detail entry G3',
    operations: ['gap.price-request'],
    rules: ['R7', 'R4'],
    proof: 'two-sightings',
  },
  'GAP-PRICE-04': {
    level: 'implied',
    statement: 'A draft can be updated after it was priced.',
    source: 'States and transitions, rules 1 and 2',
    operations: ['gap.draft-update'],
    rules: ['R6'],
    proof: 'accepted-twin',
  },
} as const satisfies Requirements;
