import type { LandlordDraft } from '../../spec/schemas/landlord-draft.ts';
import { type Rules, atMostOne, COMMON_RULES } from '../common-rules.ts';
import { isVat } from '../company.ts';
import { OCCUPIED_ANSWERS, VACANT_ANSWERS } from './risk.ts';

type Answer = (typeof OCCUPIED_ANSWERS | typeof VACANT_ANSWERS)[number];

const has = (draft: LandlordDraft) => (answer: Answer) => draft.risk?.[answer] !== undefined;

/** Rules of a valid landlord draft. */
export const landlordRules: Rules<LandlordDraft> = {
  ...COMMON_RULES,
  /** The policyholder is a person or a company, not both (E4). */
  'person-xor-company': ({ policyholder }) =>
    atMostOne(policyholder?.person, policyholder?.company),
  /** The answers that alreadyOccupied makes mandatory are present (E4, V16). */
  'mandatory-answers': (draft) => {
    const occupied = draft.risk?.alreadyOccupied;
    if (occupied === undefined) return true;
    return (occupied ? OCCUPIED_ANSWERS : VACANT_ANSWERS).every(has(draft));
  },
  /** No answer is present that alreadyOccupied does not ask for. */
  'no-other-answers': (draft) => {
    const occupied = draft.risk?.alreadyOccupied;
    return (
      (occupied === true || !OCCUPIED_ANSWERS.some(has(draft))) &&
      (occupied === false || !VACANT_ANSWERS.some(has(draft)))
    );
  },
  /** A VAT number is BE and ten digits with the right checksum (V7). */
  'vat-checksum': ({ policyholder }) =>
    policyholder?.company?.vat === undefined || isVat(policyholder.company.vat),
  /** A billing address is present exactly if the flag, when given, states that it differs. */
  'company-billing': ({ policyholder }) => {
    const same = policyholder?.company?.billingAddressSameAsCompany;
    return same === undefined || same === (policyholder?.company?.billingAddress === undefined);
  },
};
