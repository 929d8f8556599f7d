import type { Visit } from '../journey/route.ts';

/** From draft to contract; what a line does not have is left out, and what proves an id is called beside the step that hands it out. */
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
