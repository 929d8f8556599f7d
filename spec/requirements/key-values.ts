import type { Requirements } from '../requirement.ts';

/** Lists of key-value items: jobloss metadata and motor gap partnerReference. */
export const keyValues = {
  'KEYVALUE-01': {
    level: 'stated',
    statement: 'Items with the same key are accepted in one list, since no uniqueness is checked.',
    source:
      'Shared types, Key-value item; Motor gap draft, row partnerReference[]; Price request body (motor gap)',
    operations: [
      'jobloss.draft-create',
      'jobloss.draft-update',
      'gap.draft-update',
      'gap.lead-create',
      'gap.price-request',
    ],
    rules: ['V10', 'V17'],
    proof: 'accepted-twin-two-bodies',
  },
} as const satisfies Requirements;
