import { LAST_RESORT_INSURER } from '../../spec/enumerations.ts';
import type { GapDraft } from '../../spec/schemas/gap-draft.ts';
import { daysSinceEpoch } from '../day.ts';
import { type Rules, atMostOne, COMMON_RULES } from '../common-rules.ts';
import type { Invoice, Vehicle } from './types.ts';

// Days in the six months of the invoice rule, depending on the time of the year, and the distance to keep from both
// (E7).
const SIX_MONTHS = { shortest: 181, longest: 184 } as const;
const CLEAR_OF_BORDER = 7;

const vehicleOf = (draft: GapDraft): Vehicle => draft.risk?.vehicle ?? {};

const purchaseIsClear = (invoice: Invoice, today: string): boolean => {
  const { isPurchasedInLast6Months: flag, purchasedDate } = invoice;
  if (purchasedDate === undefined) return flag !== undefined;
  const days = daysSinceEpoch(today) - daysSinceEpoch(purchasedDate);
  const recent = days > 0 && days < SIX_MONTHS.shortest - CLEAR_OF_BORDER;
  const old = days > SIX_MONTHS.longest + CLEAR_OF_BORDER;
  return (recent && flag !== false) || (old && flag !== true);
};

/** Rules of a valid motor gap draft. */
export const gapRules: Rules<GapDraft> = {
  ...COMMON_RULES,
  /** The policyholder is a person or a company, not both (E4). */
  'person-xor-company': ({ policyholder }) =>
    atMostOne(policyholder?.person, policyholder?.company),
  /** An identification is exactly one of the three, and the promise is true (V12). */
  'one-identification': (draft) => {
    const { identification } = vehicleOf(draft);
    return (
      identification === undefined ||
      (Object.keys(identification).length === 1 && identification.willProvideLater !== false)
    );
  },
  /** A denominator, if present, is positive (C4). */
  denominator: ({ risk }) => (risk?.cascoFactors?.depreciationRate?.denominator ?? 1) > 0,
  /** First registered at the latest in the year of purchase, or this year. */
  'registration-year': (draft, { today }) => {
    const { firstRegistrationYear, invoice } = vehicleOf(draft);
    const latest = (invoice?.purchasedDate ?? today).slice(0, 4);
    return firstRegistrationYear === undefined || firstRegistrationYear <= latest;
  },
  /** The purchase has a date or a flag, the flag agrees with the date, and the border is more than 7 days off (C7, E7). */
  purchase: (draft, { today }) => {
    const { invoice } = vehicleOf(draft);
    return invoice === undefined || purchaseIsClear(invoice, today);
  },
  /** Vehicle details match a declared code (V11). */
  'known-vehicle': (draft, { vehicleCodes }) => {
    const { details } = vehicleOf(draft);
    return (
      details === undefined ||
      vehicleCodes.some(
        ({ code, country, vehicleType }) =>
          code === details.code &&
          country === details.country &&
          vehicleType === details.vehicleType,
      )
    );
  },
  /** The insurer is a declared one, or Other (V11). */
  'known-insurer': (draft, { insurers }) =>
    [undefined, LAST_RESORT_INSURER, ...insurers].includes(vehicleOf(draft).cascoInsurerCompany),
  /** The white label is a declared one, and present if more than one is declared (P5). */
  'known-white-label': ({ whiteLabelId }, { whiteLabels }) =>
    whiteLabelId === undefined ? whiteLabels.length < 2 : whiteLabels.includes(whiteLabelId),
};
