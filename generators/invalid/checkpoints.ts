import { isPolicyholderEmail } from '../../spec/requirements/field-rules.ts';
import type { FieldBody } from '../../spec/requirements/field-bodies.ts';
import type { ResourceRow } from '../../spec/resource-rows.ts';
import { lineOfDraft } from '../draft-body.ts';
import type { Pointer } from '../pointer.ts';
import type { Checkpoint } from './fault.ts';
import type { Variation } from './variation.ts';

/** Of a motor gap draft, what E5 says feeds the price: fraction, vehicle details, amounts, variant. */
const PRICED: readonly Pointer[] = [
  '/risk/cascoFactors/deductible',
  '/risk/cascoFactors/depreciationRate',
  '/risk/vehicle/details',
  '/risk/vehicle/invoice/purchasedPriceIncludingVat',
  '/terms/claimLimit',
  '/terms/variant',
];

const isWithin = (inner: Pointer, outer: Pointer) => `${inner}/`.startsWith(`${outer}/`);

/** Whether a motor gap field feeds the price, is part of one that does, or holds one. */
const feedsPrice = (pointer: Pointer): boolean =>
  PRICED.some((priced) => isWithin(pointer, priced) || isWithin(priced, pointer));

const isObjectForText = ({ schema }: ResourceRow, { kind, variant }: Variation) =>
  schema.type === 'string' && kind === 'wrong-type' && variant === 'object';

/** Where a fault of a field must have been refused at the latest (E3, E5, E9, E10, S6, V12). */
export function fieldCheckpoint(
  body: FieldBody,
  row: ResourceRow,
  variation: Variation,
): Checkpoint {
  if (lineOfDraft(body) === undefined) return 'at-once';
  if (variation.kind === 'two-identifications') return 'vehicleIdentification';
  if (variation.kind === 'malformed-email' && isPolicyholderEmail(row)) return 'contract';
  if (body === 'gap-draft') return feedsPrice(row.pointer) ? 'price' : 'contract';
  return isObjectForText(row, variation) ? 'at-once' : 'schema';
}
