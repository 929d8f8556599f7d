import type { Requirements } from '../requirement.ts';

/** The start of a policy. That a date within the limit is accepted belongs to the legal values of terms.startDate. */
export const startDates = {
  'STARTDATE-01': {
    level: 'stated',
    statement: 'No policy starts more than 30 days after its purchase date.',
    source: 'Limits, Start date deferral; Jobloss, Travel and Landlord draft, row terms.startDate',
    operations: [
      'jobloss.draft-create',
      'jobloss.draft-update',
      'travel.draft-create',
      'travel.draft-update',
      'landlord.draft-create',
      'landlord.draft-update',
    ],
    rules: ['E6', 'W3', 'E4'],
    proof: 'accepted-twin',
  },
} as const satisfies Requirements;
