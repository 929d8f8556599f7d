import { type RuleFault, type Way, has, namesKeyTwice, overlooking } from './rule-fault.ts';
import { beforeHandler, refuse } from '../stages.ts';
import { fallingTo, nameOf, only } from './field-fault.ts';
import type { OperationId } from '../../../spec/operations.ts';
import { valuesAt } from '../../item-pointer.ts';

const on = (
  line: 'travel' | 'landlord',
): Readonly<Record<'create' | 'update' | 'both', Pick<Way, 'suffix' | 'on'>>> => {
  const create = only(`${line}.draft-create`);
  const update = only(`${line}.draft-update`);
  return { create, update, both: { suffix: '-on-both', on: [...create.on, ...update.on] } };
};
const travel = on('travel');
const landlord = on('landlord');

const CARS_AGE = '/risk/isCarsAgeElligible';
const roadside = (id: string, way: Way): RuleFault =>
  overlooking(
    `travel-roadside-${id}`,
    {
      requirement: 'TRAVEL-ROADSIDE-01',
      rule: 'roadside-assistance',
      pointer: CARS_AGE,
      takenFor: true,
    },
    way,
  );

const ANSWERS = [
  'minimumSixMonthsTenancy',
  'noIncidentInSixMonths',
  'tenancyAgreementRegistered',
  'willCheckRentAndChargesBalance',
  'willMakeBackgroundCheck',
  'willSignTenancyAgreement',
] as const;

const answers: readonly RuleFault[] = ANSWERS.map((answer, index) =>
  overlooking(
    `landlord-no-${answer}`,
    {
      requirement: `LANDLORD-ANSWER-0${index + 1}`,
      rule: 'landlord-answers',
      pointer: `/risk/${answer}`,
      takenFor: true,
    },
    {
      ...fallingTo(answer, [landlord.create, landlord.update, landlord.both]),
      what: `makes a contract of a draft without ${answer}`,
    },
  ),
);

const GAP_UPDATE = { suffix: '', on: ['gap.draft-update'] } as const;
const parties: readonly RuleFault[] = [
  ['travel', travel.create] as const,
  ['travel', travel.update] as const,
  ['landlord', landlord.create] as const,
  ['landlord', landlord.both] as const,
  ['gap', GAP_UPDATE] as const,
].map(([line, where]) =>
  overlooking(
    `${line}-person-and-company`,
    {
      requirement: 'POLICYHOLDER-01',
      rule: 'person-xor-company',
      pointer: '/policyholder/company',
    },
    { ...where, what: 'makes a contract for a policyholder with both a person and a company' },
  ),
);

const starts: readonly RuleFault[] = [
  only('jobloss.draft-create'),
  only('jobloss.draft-update'),
  travel.update,
  travel.both,
  landlord.create,
  landlord.update,
].map((where) =>
  overlooking(
    `${where.on[0]?.split('.')[0]}-late-start`,
    { requirement: 'STARTDATE-01', rule: 'start-date', pointer: '/terms/startDate' },
    { ...where, what: 'accepts any start date' },
  ),
);

/** A list of key-value items in which no key may come twice. */
export interface KeyValueFault extends RuleFault {
  readonly pointer: string;
}

const uniqueKeys = (operation: OperationId, pointer: string): KeyValueFault => ({
  id: `rule-${operation.replace('.', '-')}-unique-keys`,
  breaks: { requirement: 'KEYVALUE-01', operation },
  what: `${nameOf(operation)} refuses a key that comes twice in one list.`,
  on: [operation],
  pointer,
  sow: (tables) => {
    beforeHandler(tables, operation, ({ body }) => {
      if (valuesAt(body, pointer).some(namesKeyTwice)) refuse('every key may come once');
    });
  },
});

/** Business rules of travel, landlord and motor gap that are not enforced, or not on every write. */
export const ruleFaults: readonly RuleFault[] = [
  roadside('not-eligible', {
    ...travel.both,
    what: 'makes a contract with roadside assistance for cars that are not eligible',
    when: has(CARS_AGE, false),
  }),
  roadside('eligibility-absent', {
    ...travel.both,
    what: 'makes a contract with roadside assistance for cars of unknown age',
    when: (draft) => valuesAt(draft, CARS_AGE).length === 0,
  }),
  roadside('any-car', {
    ...travel.update,
    what: 'makes a contract with roadside assistance for any car',
  }),
  ...answers,
  ...parties,
  ...starts,
];

/** A rule too many: nothing says that keys are unique (V10). */
export const keyValueFaults: readonly KeyValueFault[] = [
  uniqueKeys('jobloss.draft-create', '/metadata'),
  uniqueKeys('jobloss.draft-update', '/metadata'),
  uniqueKeys('gap.draft-update', '/partnerReference'),
  uniqueKeys('gap.lead-create', '/partnerReference'),
  uniqueKeys('gap.price-request', '/partnerReference'),
];
