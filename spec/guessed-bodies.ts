import type { OperationId } from './operations.ts';

/**
 * Bodies for operations whose body neither the specification nor the target gives: only harmless guesses (P4). Texts such as
 * `{{car.body}}` are placeholders.
 */
export const GUESSED_BODIES = {
  'jobloss.price-request': {},
  'jobloss.token-terms': {},
  'jobloss.contract-create': {},
  'travel.car-put': '{{car.body}}',
  'travel.person-post': '{{person.body}}',
  'travel.person-put': '{{person.body}}',
  'travel.person-delete': {},
  'travel.metadata-post': '{{metadata.body}}',
  'travel.metadata-put': '{{metadata.body}}',
  'travel.price-info': {},
  'travel.price-request': {},
  'travel.token-terms': {},
  'travel.contract-create': {},
  'landlord.price-request': {},
  'landlord.contract-create': {},
  'gap.draft-create': {},
} as const satisfies Partial<Record<OperationId, unknown>>;
