import { paperFee, taxed } from './money.ts';
import type { Tariff } from './price.ts';
import type { TravelDraft } from '../../spec/schemas/travel-draft.ts';
import { alternativeEntry } from './alternative-entry.ts';

const FAMILY: Readonly<Record<string, number>> = { individual: 1, couple: 1.7, family: 2.4 };

/** Properties that both products share. */
const PRODUCT = { commercialName: 'Travel', claimLimit: 250_000 } as const;

/**
 * Travel: 60 EUR a year by family situation, 5 EUR for each person named, accidents 25, baggage 30, roadside assistance
 * 70 and 20 for each car; premium costs 1.4 times standard; taxes 9.25 %. In the alternative shape, which ties its
 * labels to no product.
 */
export const travelTariff: Tariff = ({ body, cars, persons }) => {
  const { terms } = body as TravelDraft;
  const base = 6000 * (FAMILY[terms?.familySituation ?? 'individual'] ?? 1) + 500 * persons;
  const accidents = terms?.hasAccidentProtection === true ? 2500 : 0;
  const baggage = terms?.hasBaggageProtection === true ? 3000 : 0;
  const roadside = terms?.hasRoadsideAssistance === true ? 7000 + 2000 * cars : 0;
  const standard = taxed(base + accidents + baggage + roadside, 0.0925);
  const premium = taxed(standard.withoutTaxes * 1.4, 0.0925);
  const fee = paperFee(terms?.requestPaperCopy);
  const chosen = terms?.variant === 'premium' ? premium : standard;
  return {
    fields: {
      prices: [
        alternativeEntry({ ...PRODUCT, variant: 'TRAVEL-STANDARD' }, standard, fee),
        alternativeEntry({ ...PRODUCT, variant: 'TRAVEL-PREMIUM' }, premium, fee),
      ],
    },
    amount: chosen.withTaxes + fee.withTaxes,
  };
};
