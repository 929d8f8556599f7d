import type { JSONSchema } from 'json-schema-to-ts';
import type { BodyName } from './operation.ts';
import { gapDraft } from './schemas/gap-draft.ts';
import { joblossDraft } from './schemas/jobloss-draft.ts';
import { landlordDraft } from './schemas/landlord-draft.ts';
import { gapLead, gapPriceRequest, lead, toContract } from './schemas/one-shot.ts';
import { car, emptyObject, travelDraft } from './schemas/travel-draft.ts';

/** Schema of every request body that the specification shows. */
export const BODIES = {
  'jobloss-draft': joblossDraft,
  'travel-draft': travelDraft,
  'landlord-draft': landlordDraft,
  'gap-draft': gapDraft,
  car,
  'empty-object': emptyObject,
  lead,
  'gap-lead': gapLead,
  'gap-price-request': gapPriceRequest,
  'to-contract': toContract,
} as const satisfies Record<BodyName, JSONSchema>;
