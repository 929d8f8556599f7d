import type { RequirementId } from '../../spec/catalogue.ts';
import { type VACANT_ANSWERS, OCCUPIED_ANSWERS } from '../landlord/tenancy.ts';
import { ABSENT } from '../record.ts';
import { bodyFault } from './body-fault.ts';
import type { BodyFault } from './fault.ts';

type Answer = (typeof OCCUPIED_ANSWERS | typeof VACANT_ANSWERS)[number];

const ANSWERS: readonly (readonly [Answer, RequirementId])[] = [
  ['minimumSixMonthsTenancy', 'LANDLORD-ANSWER-01'],
  ['noIncidentInSixMonths', 'LANDLORD-ANSWER-02'],
  ['tenancyAgreementRegistered', 'LANDLORD-ANSWER-03'],
  ['willCheckRentAndChargesBalance', 'LANDLORD-ANSWER-04'],
  ['willMakeBackgroundCheck', 'LANDLORD-ANSWER-05'],
  ['willSignTenancyAgreement', 'LANDLORD-ANSWER-06'],
];

const isOfOccupied = (answer: string) => OCCUPIED_ANSWERS.some((each) => each === answer);

/** Each of the six answers missing in the branch that makes it mandatory (E4, V16). */
export const LANDLORD_FAULTS: readonly BodyFault[] = ANSWERS.map(([answer, requirement]) => {
  const occupied = isOfOccupied(answer);
  return bodyFault({
    requirement,
    variant: 'missing',
    body: 'landlord-draft',
    pointer: `/risk/${answer}`,
    kind: 'missing',
    checkpoint: 'landlordAnswers',
    what: `risk.${answer} is missing where risk.alreadyOccupied is ${occupied}`,
    breaks: 'mandatory-answers',
    spoil: () => ABSENT,
  });
});
