import type { Visit } from '../journey/route.ts';

/** The steps from draft to contract. Each id has its proving call beside the step that hands it out; lines may lack steps. */
export const DOCTOR_ROUTE: readonly Visit[] = [
  { step: 'draft-create' },
  { step: 'draft-update', revised: true },
  { step: 'car-post' },
  { step: 'car-delete' },
  { step: 'person-post' },
  { step: 'person-delete' },
  { step: 'metadata-post' },
  { step: 'metadata-delete' },
  { step: 'price-info' },
  // Before any payment can have been made (S14).
  { step: 'payment-status' },
  { step: 'price-request' },
  { step: 'token-terms' },
  { step: 'lead-create' },
  { step: 'contract-create' },
  { step: 'contract-download' },
];
