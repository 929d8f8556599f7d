import type { Requirements } from '../requirement.ts';

const operations = ['travel.draft-create', 'travel.draft-update'] as const;

/** Coverages of a travel draft. */
export const travelRules = {
  'TRAVEL-ROADSIDE-01': {
    level: 'stated',
    statement:
      'No contract is made of a draft that chooses roadside assistance unless isCarsAgeElligible is true.',
    source: 'Travel draft, rows risk.isCarsAgeElligible and terms.hasRoadsideAssistance',
    operations,
    rules: ['E4', 'V13', 'D1'],
    proof: 'accepted-twin',
  },
  'TRAVEL-COVERAGE-01': {
    level: 'stated',
    statement:
      'A chosen accident, baggage or roadside coverage and the family situation become part of the policy.',
    source: 'Travel draft, rows terms.familySituation and terms.has…',
    operations,
    rules: ['INVISIBLE', 'V15'],
    proof: 'two-sightings',
    notObservable: 'No field of a travel contract is shown, and no price is tied to a coverage.',
  },
} as const satisfies Requirements;
