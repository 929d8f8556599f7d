import { type PriceDetail, eur, sum } from './money.ts';
import type { JsonObject } from '../json.ts';

/** Product of an entry in the alternative price shape: its label, its name, its claim limit (hundredths). */
export interface AlternativeProduct {
  readonly variant: string;
  readonly commercialName: string;
  readonly claimLimit: number;
}

/** An entry of the alternative price shape: a yearly premium and a paper fee under a label. */
export const alternativeEntry = (
  { variant, commercialName, claimLimit }: AlternativeProduct,
  premium: PriceDetail,
  fee: PriceDetail,
): JsonObject => {
  const total = sum(premium, fee);
  return {
    variant,
    commercialName,
    claimLimit: eur(claimLimit),
    paperFeeTax: eur(fee.taxes),
    paperFeeWithTax: eur(fee.withTaxes),
    paperFeeWithoutTax: eur(fee.withoutTaxes),
    premiumTax: eur(premium.taxes),
    pricePerYearWithTax: eur(premium.withTaxes),
    pricePerYearWithoutTax: eur(premium.withoutTaxes),
    totalPerYearWithTax: eur(total.withTaxes),
    totalPerYearWithoutTax: eur(total.withoutTaxes),
    totalTax: eur(total.taxes),
  };
};
