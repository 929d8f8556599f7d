import { START_DATE_DEFERRAL_DAYS } from '../../../spec/limits.ts';
import type { OperationId } from '../../../spec/operations.ts';
import { dateIn, isDaytime, plusDays } from '../../calendar.ts';
import { valuesAt } from '../../item-pointer.ts';
import { isObject } from '../../json.ts';
import type { Fault } from '../injection/fault.ts';
import { nameOf, singleScope, writesOf } from '../injection/row-fault.ts';
import { overlookedRuleFault, type RuleFault } from '../injection/rule-fault.ts';
import { atRule, beforeHandler, valueInside, refuse } from '../injection/stages.ts';

const travel = writesOf('travel');
const landlord = writesOf('landlord');
const GAP_UPDATE = { suffix: '', on: ['gap.draft-update'] } as const;
const parties: readonly RuleFault[] = [
  ['travel', travel.create] as const,
  ['travel', travel.update] as const,
  ['landlord', landlord.create] as const,
  ['landlord', landlord.both] as const,
  ['gap', GAP_UPDATE] as const,
].map(([line, scope]) =>
  overlookedRuleFault(
    `${line}-person-and-company`,
    {
      requirement: 'POLICYHOLDER-01',
      rule: 'person-xor-company',
      pointer: '/policyholder/company',
    },
    {
      ...scope,
      what: 'accepts a policyholder with both a person and a company, up to the contract',
    },
  ),
);

const starts: readonly RuleFault[] = [
  singleScope('jobloss.draft-create'),
  singleScope('jobloss.draft-update'),
  travel.update,
  travel.both,
  landlord.create,
  landlord.update,
].map((scope) =>
  overlookedRuleFault(
    `${scope.on[0]?.split('.')[0]}-late-start`,
    { requirement: 'STARTDATE-01', rule: 'start-date', pointer: '/terms/startDate' },
    { ...scope, what: 'accepts any start date' },
  ),
);

const dayLate = (line: 'jobloss' | 'travel' | 'landlord'): Fault => ({
  id: `${line}-starts-a-day-late`,
  breaks: { requirement: 'STARTDATE-01', operation: `${line}.draft-create` },
  what: `A ${line} policy may start 31 days after its purchase.`,
  shownBy: isDaytime,
  inject: (tables) => {
    atRule(tables, 'start-date', (subject, check) => {
      const start = valueInside(subject.body, 'terms', 'startDate');
      const today = dateIn(subject.now, tables.choices.timeZone);
      const dayAfter = plusDays(today, START_DATE_DEFERRAL_DAYS + 1);
      return subject.line === line && start === dayAfter ? undefined : check();
    });
  },
});

/** Start dates one day beyond the limit, which can be detected only two hours or more from midnight (W3). */
export const startBorderFaults: readonly Fault[] = [
  dayLate('jobloss'),
  dayLate('travel'),
  dayLate('landlord'),
];

const namesKeyTwice = (items: unknown): boolean => {
  const keys = (Array.isArray(items) ? items : []).map((item: unknown) =>
    isObject(item) ? item['key'] : undefined,
  );
  return new Set(keys).size < keys.length;
};

/** A list of key-value items with unique keys. */
export interface KeyValueFault extends RuleFault {
  readonly pointer: string;
}

const uniqueKeys = (operation: OperationId, pointer: string): KeyValueFault => ({
  id: `rule-${operation.replace('.', '-')}-unique-keys`,
  breaks: { requirement: 'KEYVALUE-01', operation },
  what: `${nameOf(operation)} refuses a key that occurs twice in a list.`,
  on: [operation],
  pointer,
  inject: (tables) => {
    beforeHandler(tables, operation, ({ body }) => {
      if (valuesAt(body, pointer).some(namesKeyTwice)) refuse('every key may come once');
    });
  },
});

/** A rule that the specification does not have: keys need not be unique (V10). */
export const keyValueFaults: readonly KeyValueFault[] = [
  uniqueKeys('jobloss.draft-create', '/metadata'),
  uniqueKeys('jobloss.draft-update', '/metadata'),
  uniqueKeys('gap.draft-update', '/partnerReference'),
  uniqueKeys('gap.lead-create', '/partnerReference'),
  uniqueKeys('gap.price-request', '/partnerReference'),
];

/**
 * Rules on the content of drafts that are not enforced, and an additional one: that keys are unique
 * (V10).
 */
export const faults: readonly Fault[] = [
  ...parties,
  ...starts,
  ...startBorderFaults,
  ...keyValueFaults,
];
