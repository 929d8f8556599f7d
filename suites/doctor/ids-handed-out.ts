import type { Step } from '../../spec/operation.ts';
import type { Visit } from '../journey/route.ts';
import type { Parameter } from '../journey/state.ts';

/** What a step hands out an id of. */
export type Thing = 'draft' | 'car' | 'person' | 'metadata' | 'contract';

/** What a step hands out, and the call that shows whether an id is the right one. */
export interface HandedOut {
  readonly thing: Thing;
  readonly parameter: Parameter;
  readonly check: Visit;
}

/** The steps that hand out an id. */
export const HANDED_OUT: Readonly<Partial<Record<Step, HandedOut>>> = {
  'draft-create': { thing: 'draft', parameter: 'draftId', check: { step: 'draft-get' } },
  'car-post': { thing: 'car', parameter: 'carId', check: { step: 'car-put', revised: true } },
  'person-post': {
    thing: 'person',
    parameter: 'personId',
    check: { step: 'person-put', revised: true },
  },
  'metadata-post': {
    thing: 'metadata',
    parameter: 'keyId',
    check: { step: 'metadata-put', revised: true },
  },
  'contract-create': {
    thing: 'contract',
    parameter: 'contractId',
    check: { step: 'contract-get' },
  },
};
