import * as fc from 'fast-check';
import type { GapDraft } from '../../spec/schemas/gap-draft.ts';
import type { GeneratorContext } from '../context.ts';
import { type Pointer, valueAt, withValue } from '../pointer.ts';
import { otherListedValue, type Revisions } from '../revision.ts';
import { DEDUCTIBLE, FULL_PROTECTION_MONTHS, gapRevisions } from './draft.ts';
import { PURCHASE_PRICE } from './purchase.ts';

/** Independent fields that feed the price of a motor gap draft (E5), the most influential first. */
export const PRICE_INFLUENCES = [
  '/terms/variant',
  '/terms/claimLimit/value',
  '/risk/vehicle/invoice/purchasedPriceIncludingVat/value',
  '/risk/cascoFactors/deductible/value',
  '/risk/cascoFactors/fullProtectionDuration',
  '/risk/drivers/0/numberOfClaimsLast5Years',
] as const satisfies readonly Pointer[];

/** A field that feeds the price. */
export type PriceInfluence = (typeof PRICE_INFLUENCES)[number];

/** Numbers of claims so low that a tariff will hardly refuse them. */
const FEW_CLAIMS = ['0', '1', '2'];

/** The farther end of a range: a rounded price may not change by less. */
const farther =
  ({ min, max }: { readonly min: number; readonly max: number }) =>
  (current: unknown): fc.Arbitrary<unknown> =>
    fc.constant(Number(current) - min > max - Number(current) ? min : max);

const OTHERS: Revisions = {
  ...gapRevisions,
  '/risk/cascoFactors/deductible/value': farther(DEDUCTIBLE),
  '/risk/cascoFactors/fullProtectionDuration': farther(FULL_PROTECTION_MONTHS),
  '/risk/vehicle/invoice/purchasedPriceIncludingVat/value': farther(PURCHASE_PRICE),
  '/risk/drivers/0/numberOfClaimsLast5Years': otherListedValue(FEW_CLAIMS),
};

/** A complete draft with another legal value in one field that feeds the price. Throws RangeError if it lacks the field. */
export function withOtherInfluence(
  base: GapDraft,
  field: PriceInfluence,
  context: GeneratorContext,
): fc.Arbitrary<GapDraft> {
  const current = valueAt(base, field);
  const values = current === undefined ? undefined : OTHERS[field]?.(current, context);
  if (!values) throw new RangeError(`a draft without ${field} has no other value for it`);
  return values.map((value) => withValue(base, field, value));
}
