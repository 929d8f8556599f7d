import type { Requirements } from '../requirement.ts';

/** The contract of a motor gap draft (G4). `GAP-CONTRACT-01`, one contract per draft, is judged apart. */
export const gapContracts = {
  'GAP-CONTRACT-02': {
    level: 'stated',
    statement: 'The 303 of a contract creation carries a Location header.',
    source: 'Detail entry G4; Errors, 303',
    operations: ['gap.contract-create'],
    rules: ['K1'],
    proof: 'two-sightings',
  },
  'GAP-CONTRACT-03': {
    level: 'stated',
    statement: 'The created contract is found at the link in the Location header.',
    source: 'Detail entry G4; Errors, 303',
    operations: ['gap.contract-create'],
    rules: ['K1', 'S16'],
    proof: 'two-sightings',
  },
} as const satisfies Requirements;
