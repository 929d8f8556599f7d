import { LANDLORD_VARIANTS } from '../../spec/enumerations.ts';
import type { Line } from '../../spec/line.ts';
import type { Choices } from '../choices.ts';
import type { JsonObject } from '../json.ts';
import { alternativeEntry } from './alternative-entry.ts';
import type { Amount, PriceDetail } from './money.ts';
import type { Price } from './price.ts';

/** True if a service with this choice answers the prices of a line in the first shape (R1). */
export const hasFirstShape = (line: Line, shapes: Choices['priceShapes']): boolean =>
  line !== 'gap' && (line === 'landlord') === (shapes === 'usual');

/** The fields of an entry of the first price shape that the conversion reads. */
interface FirstEntry {
  readonly variant: string;
  readonly landlord: { readonly claimLimit: number; readonly paperFee: PriceDetail };
  readonly totalPackage: { readonly yearlyPremium: PriceDetail };
}

const toAlternative = (entry: FirstEntry): JsonObject =>
  alternativeEntry(
    {
      variant: `LANDLORD-${entry.variant}`,
      commercialName: 'Landlord',
      claimLimit: entry.landlord.claimLimit,
    },
    entry.totalPackage.yearlyPremium,
    entry.landlord.paperFee,
  );

const detailOf = (
  entry: JsonObject,
  tax: string,
  withTax: string,
  withoutTax: string,
): PriceDetail => {
  const valueOf = (key: string): number => (entry[key] as Amount).value;
  return { taxes: valueOf(tax), withTaxes: valueOf(withTax), withoutTaxes: valueOf(withoutTax) };
};

const toFirst = (entry: JsonObject, at: number): JsonObject => {
  const cover = {
    paperFee: detailOf(entry, 'paperFeeTax', 'paperFeeWithTax', 'paperFeeWithoutTax'),
    totalPrice: detailOf(entry, 'totalTax', 'totalPerYearWithTax', 'totalPerYearWithoutTax'),
    yearlyPremium: detailOf(entry, 'premiumTax', 'pricePerYearWithTax', 'pricePerYearWithoutTax'),
  };
  const limited = { claimLimit: 100_000, ...cover };
  return {
    variant: LANDLORD_VARIANTS[at % LANDLORD_VARIANTS.length],
    landlord: limited,
    legalProtection: limited,
    totalPackage: cover,
  };
};

/**
 * Converts a price into the other of the two shapes, which are tied to no line (R1); motor gap has
 * its own.
 */
export const exchangedShape = (line: Line, { fields, amount }: Price): Price => {
  const entries = fields['prices'];
  if (line === 'gap' || !Array.isArray(entries)) return { fields, amount };
  const prices =
    line === 'landlord'
      ? (entries as readonly FirstEntry[]).map(toAlternative)
      : (entries as readonly JsonObject[]).map(toFirst);
  return { fields: line === 'landlord' ? { prices } : { currency: 'EUR', prices }, amount };
};
