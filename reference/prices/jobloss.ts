import type { JsonObject } from '../json.ts';
import { paperFee, taxed } from './money.ts';
import { CLAIM_LIMITS } from '../../spec/limits.ts';
import type { JoblossDraft } from '../../spec/schemas/jobloss-draft.ts';
import type { Tariff } from './price.ts';
import { alternativeEntry } from './alternative-entry.ts';

/**
 * Jobloss: 4 % of the claim limit a year for six months of cover, 1.6 times that for twelve, half more for the
 * self-employed; taxes 9.25 %. JOBLOSS-A is the product as asked, JOBLOSS-B one with a shorter waiting time at 1.25.
 */
export const joblossTariff: Tariff = ({ body }) => {
  const { risk, terms } = body as JoblossDraft;
  const claimLimit = terms?.claimLimit?.value ?? CLAIM_LIMITS[0];
  const months = terms?.variant === 'JOBLOSS12' ? 1.6 : 1;
  const status = risk?.insuredJob?.employeeStatus === 'self-employed' ? 1.5 : 1;
  const premium = claimLimit * 0.04 * months * status;
  const fee = paperFee(terms?.requestPaperCopy);
  const commercialName = terms?.commercialName ?? 'Jobloss';
  const entry = (variant: string, factor: number): JsonObject =>
    alternativeEntry({ variant, commercialName, claimLimit }, taxed(premium * factor, 0.0925), fee);
  return {
    fields: { prices: [entry('JOBLOSS-A', 1), entry('JOBLOSS-B', 1.25)] },
    amount: taxed(premium, 0.0925).withTaxes + fee.withTaxes,
  };
};
