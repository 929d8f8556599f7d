import type { Requirements } from '../requirement.ts';

/** Drafts and what becomes of them. */
export const drafts = {
  'DRAFT-01': {
    level: 'implied',
    statement: 'A draft that was created can be read by its creator.',
    source: 'Endpoints, Draft Get; Errors, 404',
    operations: ['jobloss.draft-get', 'travel.draft-get', 'landlord.draft-get', 'gap.draft-get'],
    rules: ['D3', 'S16'],
    proof: 'two-sightings',
  },
} as const satisfies Requirements;
