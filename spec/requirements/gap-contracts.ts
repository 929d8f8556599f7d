import type { Requirements } from '../requirement.ts';

/** The contract of a motor gap draft (G4). */
export const gapContracts = {
  'GAP-CONTRACT-01': {
    level: 'stated',
    statement: 'Only one contract can be created per motor gap draft.',
    source: 'States and transitions, rule 3; detail entry G4; Limits, Contracts per draft',
    operations: ['gap.contract-create'],
    rules: ['K2', 'K4'],
    proof: 'two-sightings',
  },
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
  'GAP-CONTRACT-04': {
    level: 'stated',
    statement: 'The contract is made with the payment term that was sent.',
    source: 'To-contract payload (motor gap), row paymentTerm',
    operations: ['gap.contract-create'],
    rules: ['INVISIBLE', 'P5'],
    proof: 'two-sightings',
    notObservable: 'Neither the allowed payment terms nor any field of a contract are shown.',
  },
  'GAP-TOKEN-01': {
    level: 'stated',
    statement: 'No contract is made with a forged user terms token.',
    source: 'To-contract payload (motor gap), row userTermsToken',
    operations: ['gap.contract-create'],
    rules: ['K3', 'S6', 'P5'],
    proof: 'accepted-twin',
  },
} as const satisfies Requirements;
