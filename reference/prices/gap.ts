import { paperFee, sum, taxed } from './money.ts';
import type { Tariff } from './price.ts';
import { gapPriceInputs } from './gap-price-inputs.ts';

/**
 * Motor gap, for the whole term: per year 0.6 % of the purchase price scaled by the yearly depreciation, 0.2 % of the
 * claim limit and 4 % of the casco deductible; a tenth more for an older purchase and for every claim, 15 % more for a
 * light commercial vehicle, 0.25 % less for every month of full casco protection; taxes 9.25 %.
 */
export const gapTariff: Tariff = ({ body, today }) => {
  const inputs = gapPriceInputs(body, today);
  const yearly =
    inputs.purchasePrice * 0.006 * (0.5 + inputs.depreciation) +
    inputs.claimLimit * 0.002 +
    inputs.deductible * 0.04;
  const surcharge =
    (inputs.boughtRecently ? 1 : 1.1) *
    (1 + 0.1 * Math.min(inputs.claims, 10)) *
    (inputs.isLightCommercial ? 1.15 : 1) *
    (1 - 0.0025 * inputs.fullProtectionMonths);
  const premium = taxed((yearly * surcharge * inputs.months) / 12, 0.0925);
  const fee = paperFee(inputs.paperCopy);
  const { withTaxes, ...total } = sum(premium, fee);
  return {
    fields: { currency: 'EUR', premium, paperFee: fee, totalPrice: total },
    amount: withTaxes,
  };
};
