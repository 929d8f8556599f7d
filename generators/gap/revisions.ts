import * as fc from 'fast-check';
import { GAP_VARIANTS, LANGUAGES, LAST_RESORT_INSURER } from '../../spec/enumerations.ts';
import { type Revisions, SHARED_REVISIONS, other, otherOf } from '../revision.ts';
import { DEDUCTIBLE, FULL_PROTECTION_MONTHS } from './casco-factors.ts';
import { GAP_CLAIM_LIMITS } from './draft.ts';
import { PURCHASE_PRICE } from './invoice.ts';

/** Fields of a motor gap draft that no rule ties, those that influence the price among them. */
export const gapRevisions: Revisions = {
  ...SHARED_REVISIONS,
  '/language': otherOf(LANGUAGES),
  '/risk/cascoFactors/deductible/value': other(fc.integer(DEDUCTIBLE)),
  '/risk/cascoFactors/fullProtectionDuration': other(fc.integer(FULL_PROTECTION_MONTHS)),
  '/risk/vehicle/cascoInsurerCompany': (current, context) =>
    otherOf([LAST_RESORT_INSURER, ...context.insurers])(current, context),
  '/risk/vehicle/invoice/purchasedPriceIncludingVat/value': other(fc.integer(PURCHASE_PRICE)),
  '/terms/claimLimit/value': otherOf(GAP_CLAIM_LIMITS),
  '/terms/variant': otherOf(GAP_VARIANTS),
};
