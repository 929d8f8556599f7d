import type { Requirements } from '../requirement.ts';

const writes = [
  'travel.draft-create',
  'travel.draft-update',
  'landlord.draft-create',
  'landlord.draft-update',
  'gap.draft-update',
] as const;

/** Who takes out the policy. */
export const policyholders = {
  'POLICYHOLDER-01': {
    level: 'stated',
    statement: 'No contract is made for a policyholder who is both a person and a company.',
    source: 'Shared types; Travel draft and Motor gap draft, row policyholder',
    operations: writes,
    rules: ['E4', 'E5', 'D1'],
    proof: 'accepted-twin',
  },
  'POLICYHOLDER-02': {
    level: 'stated',
    statement: 'A policyholder with a VAT number is treated as a company whatever its legal form.',
    source: 'Shared types',
    operations: ['jobloss.draft-create', 'jobloss.draft-update', ...writes],
    rules: ['INVISIBLE', 'C9'],
    proof: 'two-sightings',
    notObservable: 'What a company is treated differently in is not shown.',
  },
} as const satisfies Requirements;
