import { only } from './fields/field-fault.ts';
import { overlooking, type RuleFault } from './fields/rule-fault.ts';

/** On which write a missing answer is overlooked. */
const OVERLOOKED = [
  ['LANDLORD-ANSWER-01', 'minimumSixMonthsTenancy', 'landlord.draft-update'],
  ['LANDLORD-ANSWER-02', 'noIncidentInSixMonths', 'landlord.draft-update'],
  ['LANDLORD-ANSWER-04', 'willCheckRentAndChargesBalance', 'landlord.draft-create'],
] as const;

/** Mandatory answers that are missing on the one write on which no other fault overlooks them. */
export const landlordAnswerFaults: readonly RuleFault[] = OVERLOOKED.map(
  ([requirement, answer, on]) =>
    overlooking(
      `landlord-no-${answer}`,
      { requirement, rule: 'landlord-answers', pointer: `/risk/${answer}`, takenFor: true },
      { ...only(on), what: `makes a contract of a draft without ${answer}` },
    ),
);
