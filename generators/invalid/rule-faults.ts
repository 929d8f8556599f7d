import { memoized } from '../../spec/memoized.ts';
import { valueAt, withValue } from '../pointer.ts';
import { ABSENT } from '../record.ts';
import { bodyFault, type FaultParts } from './body-fault.ts';
import type { BodyFault } from './fault.ts';
import type { RequirementId } from '../../spec/catalogue.ts';
import { type VACANT_ANSWERS, OCCUPIED_ANSWERS } from '../landlord/risk.ts';
import { START_DATE_DEFERRAL_DAYS } from '../../spec/limits.ts';
import { startDateAfter } from '../dates.ts';
import { LINES, type Line } from '../../spec/line.ts';
import { bodyRows } from '../../spec/requirements/field-bodies.ts';
import type { ResourceRow } from '../../spec/resource-rows.ts';
import { formVariations } from './variations.ts';

const CARS_AGE = '/risk/isCarsAgeElligible';

const roadside = (variant: string, value: unknown): BodyFault =>
  bodyFault({
    requirement: 'TRAVEL-ROADSIDE-01',
    variant,
    body: 'travel-draft',
    pointer: CARS_AGE,
    kind: 'forbidden-combination',
    checkpoint: 'roadsideAssistance',
    what: `risk.isCarsAgeElligible is ${variant} with terms.hasRoadsideAssistance true`,
    breaks: 'roadside-cars-age',
    suits: (valid) =>
      valueAt(valid, '/terms/hasRoadsideAssistance') === true &&
      valueAt(valid, CARS_AGE) !== undefined,
    makeFaulty: () => value,
  });

/** Roadside assistance without the flag that the car's age is eligible (E4, V13). */
export const TRAVEL_FAULTS: readonly BodyFault[] = [
  roadside('false', false),
  roadside('missing', ABSENT),
];

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
    what: `risk.${answer} is missing with risk.alreadyOccupied ${occupied}`,
    breaks: 'mandatory-answers',
    makeFaulty: () => ABSENT,
  });
});

const IMPOSSIBLE_INSURER = 'No Such Insurer';

/** Business rules of motor gap beyond its fields: no vehicle details (E5), an impossible insurer (V11). */
export const GAP_FAULTS: readonly BodyFault[] = [
  bodyFault({
    requirement: 'GAP-VEHICLE-01',
    variant: 'missing',
    body: 'gap-draft',
    pointer: '/risk/vehicle/details',
    kind: 'missing',
    checkpoint: 'price',
    what: 'risk.vehicle.details is missing',
    breaks: 'vehicle-details',
    makeFaulty: () => ABSENT,
  }),
  bodyFault({
    requirement: 'GAP-INSURER-01',
    variant: 'impossible',
    body: 'gap-draft',
    pointer: '/risk/vehicle/cascoInsurerCompany',
    kind: 'unknown-insurer',
    checkpoint: 'contract',
    what: `risk.vehicle.cascoInsurerCompany is "${IMPOSSIBLE_INSURER}"`,
    breaks: 'known-insurer',
    makeFaulty: () => IMPOSSIBLE_INSURER,
  }),
];

const PARTIES = {
  company: { name: 'Peeters NV' },
  person: { birthdate: '1980-05-05', firstName: 'Zoë', lastName: 'Peeters' },
} as const;

type Party = keyof typeof PARTIES;

const added = (line: 'travel' | 'landlord' | 'gap', there: Party, party: Party): BodyFault =>
  bodyFault({
    requirement: 'POLICYHOLDER-01',
    variant: `${line}-${party}-added`,
    body: `${line}-draft`,
    pointer: `/policyholder/${party}`,
    kind: 'forbidden-combination',
    checkpoint: 'personXorCompany',
    what: `policyholder.${party} is present together with policyholder.${there}`,
    breaks: 'person-xor-company',
    suits: (valid) => valueAt(valid, `/policyholder/${there}`) !== undefined,
    makeFaulty: () => PARTIES[party],
  });

/** A policyholder who is both a person and a company (E4). Jobloss has no company. */
export const POLICYHOLDER_FAULTS: readonly BodyFault[] = (
  ['travel', 'landlord', 'gap'] as const
).flatMap((line) => [added(line, 'person', 'company'), added(line, 'company', 'person')]);

const POINTER = '/terms/startDate';
const DEFERRABLE = ['jobloss', 'travel', 'landlord'] as const;

/** Days after today that no service may accept, whatever its clock (W3). */
const TOO_LATE = 45;

const startingAfter = (
  line: (typeof DEFERRABLE)[number],
  days: number,
  more: Pick<FaultParts, 'adapt'> = {},
): BodyFault =>
  bodyFault({
    requirement: 'STARTDATE-01',
    variant: `${line}-plus-${days}-days`,
    body: `${line}-draft`,
    pointer: POINTER,
    kind: 'late-start',
    checkpoint: 'startDate',
    what: `terms.startDate is ${days} days after today`,
    breaks: 'start-date',
    ...more,
    makeFaulty: (_current, context) => startDateAfter(context, days),
  });

/** A start date 45 days ahead; motor gap has no limit (E6, C13). */
export const START_DATE_FAULTS: readonly BodyFault[] = DEFERRABLE.map((line) =>
  startingAfter(line, TOO_LATE),
);

/**
 * A start date 31 days ahead, with a control request at 30: additional probes, not part of the faults, to be sent only
 * if {@link isBorderClear} is true (W3).
 */
export const START_DATE_BORDERS: readonly BodyFault[] = DEFERRABLE.map((line) =>
  startingAfter(line, START_DATE_DEFERRAL_DAYS + 1, {
    adapt: (drawn, context) =>
      withValue(drawn, POINTER, startDateAfter(context, START_DATE_DEFERRAL_DAYS)),
  }),
);

const HOUR = 3_600_000;
const CLEAR_HOURS = [-2, 0, 2];
/** Cached, since creating each takes several milliseconds. */
const calendarOf = memoized((timeZone: string) => new Intl.DateTimeFormat('sv-SE', { timeZone }));
const ZONES = ['UTC', 'Europe/Brussels'];

/**
 * Tests if the border of 30 and 31 days can be judged at this moment: it is two hours away from midnight in UTC and in
 * Brussels, and both have the day of the run, YYYY-MM-DD (W3).
 */
export function isBorderClear(now: Date, today: string): boolean {
  return CLEAR_HOURS.every((hours) =>
    ZONES.every((zone) => calendarOf(zone).format(now.getTime() + hours * HOUR) === today),
  );
}

const EMAIL = '/policyholder/contact/email';
const inDraft = (line: Line) => ({ body: `${line}-draft`, checkpoint: 'lead' }) as const;

const without = (
  line: Line,
  variant: string,
  pointer: string,
  what: string,
  more: Pick<FaultParts, 'isFurther'> = {},
): BodyFault =>
  bodyFault({
    ...inDraft(line),
    ...more,
    requirement: 'LEAD-01',
    variant: `${line}-${variant}`,
    pointer,
    kind: 'missing',
    what,
    breaks: 'lead-email',
    suits: (valid) => valueAt(valid, EMAIL) !== undefined,
    makeFaulty: () => ABSENT,
  });

const malformed = (line: Line): BodyFault[] => {
  const row = bodyRows(`${line}-draft`).find(({ pointer }) => pointer === EMAIL) as ResourceRow;
  return formVariations(row).map(({ variant, isFurther: _isFurther, ...variation }) => {
    const parts: FaultParts = {
      ...inDraft(line),
      ...variation,
      requirement: 'LEAD-02',
      variant: `${line}-${variant}`,
      pointer: EMAIL,
    };
    return bodyFault(parts);
  });
};

/** Drafts from which no lead by EMAIL can be made: without an e-mail address (L1), or with a malformed one (E9, V8). */
export const LEAD_FAULTS: readonly BodyFault[] = LINES.flatMap((line) => [
  without(line, 'no-email', EMAIL, 'policyholder.contact.email is missing'),
  without(line, 'no-contact', '/policyholder/contact', 'policyholder.contact is missing'),
  without(line, 'no-policyholder', '/policyholder', 'policyholder is missing', { isFurther: true }),
  ...malformed(line),
]);
