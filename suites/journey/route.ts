import type { Line } from '../../spec/line.ts';
import type { Step } from '../../spec/operation.ts';

/** One call of a journey: a step, and whether it comes for the second time. */
export interface Visit {
  readonly step: Step;
  /** The data is the revised or changed one. */
  readonly revised?: true;
}

const BEGINNING: readonly Visit[] = [
  { step: 'draft-create' },
  { step: 'draft-get' },
  { step: 'draft-update', revised: true },
  { step: 'draft-get', revised: true },
];

const PARTS: readonly Visit[] = [
  { step: 'car-post' },
  // A draft may have several cars; the second is the one that is changed and deleted.
  { step: 'car-post' },
  { step: 'car-put', revised: true },
  { step: 'car-delete' },
  { step: 'person-post' },
  { step: 'person-put', revised: true },
  { step: 'person-delete' },
  { step: 'metadata-post' },
  { step: 'metadata-put', revised: true },
  { step: 'metadata-delete' },
  { step: 'price-info' },
];

const TO_CONTRACT: readonly Visit[] = [
  { step: 'price-request' },
  { step: 'token-terms' },
  { step: 'lead-create' },
  { step: 'contract-create' },
];

const PAID: readonly Visit[] = [
  { step: 'payment-status' },
  { step: 'contract-get' },
  { step: 'contract-download' },
];

/** From draft to contract: the order in which a client would call each line's operations. */
export const ROUTES: Readonly<Record<Line, readonly Visit[]>> = {
  jobloss: [...BEGINNING, ...TO_CONTRACT, ...PAID],
  travel: [...BEGINNING, ...PARTS, ...TO_CONTRACT, ...PAID],
  // Its resource is shown, so what was written can be read back: also after a second update.
  landlord: [
    ...BEGINNING,
    { step: 'draft-update' },
    { step: 'draft-get' },
    ...TO_CONTRACT,
    ...PAID,
  ],
  gap: [...BEGINNING, ...TO_CONTRACT, { step: 'contract-get' }],
};
