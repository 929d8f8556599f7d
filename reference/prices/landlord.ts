import { type PriceDetail, paperFee, sum, taxed, within } from './money.ts';
import type { JsonObject } from '../json.ts';
import { LANDLORD_VARIANTS } from '../../spec/enumerations.ts';
import type { LandlordDraft } from '../../spec/schemas/landlord-draft.ts';
import type { Tariff } from './price.ts';

const VARIANTS = {
  BASIC: { rate: 0.025, legal: 4500, claimLimit: 100000 },
  CLASSIC: { rate: 0.03, legal: 6000, claimLimit: 200000 },
  PREMIUM: { rate: 0.036, legal: 8000, claimLimit: 300000 },
} as const;

const priced = (yearlyPremium: PriceDetail, fee: PriceDetail): JsonObject => ({
  paperFee: fee,
  totalPrice: sum(yearlyPremium, fee),
  yearlyPremium,
});

/**
 * Landlord: a share of the yearly rent and charges by variant (rent unknown: 900 EUR a month), a tenth less with a tenant
 * in place, and a flat legal protection; taxes 9.25 %. The paper fee is part of the landlord cover, once.
 */
export const landlordTariff: Tariff = ({ body }) => {
  const { risk, terms } = body as LandlordDraft;
  const property = risk?.insuredProperty;
  const month = (property?.monthlyRent?.value ?? 90000) + (property?.monthlyCharges?.value ?? 0);
  const yearly = 12 * within(month, 0, 10_000_000);
  const fee = paperFee(terms?.requestPaperCopy);
  const free = paperFee(false);
  const quotes = LANDLORD_VARIANTS.map((variant) => {
    const { rate, legal, claimLimit } = VARIANTS[variant];
    const rent = taxed(yearly * rate * (risk?.alreadyOccupied === true ? 0.9 : 1), 0.0925);
    const protection = taxed(legal, 0.0925);
    const entry = {
      variant,
      landlord: { claimLimit, ...priced(rent, fee) },
      legalProtection: { claimLimit, ...priced(protection, free) },
      totalPackage: priced(sum(rent, protection), fee),
    };
    return { entry, amount: sum(rent, protection, fee).withTaxes };
  });
  const chosen = LANDLORD_VARIANTS.indexOf(terms?.variant ?? 'BASIC');
  return {
    fields: { currency: 'EUR', prices: quotes.map(({ entry }) => entry) },
    amount: quotes[chosen]?.amount ?? 0,
  };
};
