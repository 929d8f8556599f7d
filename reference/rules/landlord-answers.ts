import type { Choices } from '../choices.ts';
import type { LandlordDraft } from '../../spec/schemas/landlord-draft.ts';
import type { Rule } from './rule.ts';

const WHEN_OCCUPIED = [
  'minimumSixMonthsTenancy',
  'noIncidentInSixMonths',
  'tenancyAgreementRegistered',
] as const;
const WHEN_FREE = [
  'willCheckRentAndChargesBalance',
  'willMakeBackgroundCheck',
  'willSignTenancyAgreement',
] as const;

/** Three answers are mandatory when a tenant occupies the property, three others when none does (landlord, risk; V16). */
export const landlordAnswers = (choices: Choices): Rule => ({
  id: 'landlord-answers',
  lines: ['landlord'],
  at: choices.checkpoints.landlordAnswers,
  check: ({ body }) => {
    const risk = (body as LandlordDraft).risk ?? {};
    if (risk.alreadyOccupied === undefined) return undefined;
    const answers = risk.alreadyOccupied ? WHEN_OCCUPIED : WHEN_FREE;
    const missing = answers.find((answer) => risk[answer] === undefined);
    if (missing === undefined) return undefined;
    return {
      message: `mandatory when alreadyOccupied is ${risk.alreadyOccupied}`,
      field: `/risk/${missing}`,
    };
  },
});
