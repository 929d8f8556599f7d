import { START_DATE_DEFERRAL_DAYS } from '../../spec/limits.ts';
import { withValue } from '../pointer.ts';
import { startDateAfter } from '../start-date.ts';
import { bodyFault, type FaultParts } from './body-fault.ts';
import type { BodyFault } from './fault.ts';

const POINTER = '/terms/startDate';
const DEFERRABLE = ['jobloss', 'travel', 'landlord'] as const;

/** Days after today that no service may take, whatever its clock (W3). */
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
    spoil: (_current, context) => startDateAfter(context, days),
  });

/** A start date 45 days ahead; motor gap has no limit (E6, C13). */
export const START_DATE_FAULTS: readonly BodyFault[] = DEFERRABLE.map((line) =>
  startingAfter(line, TOO_LATE),
);

/**
 * A start date 31 days ahead beside its twin at 30: additional probes, no part of the faults, to be sent only while
 * {@link isBorderClear} holds (W3).
 */
export const START_DATE_BORDERS: readonly BodyFault[] = DEFERRABLE.map((line) =>
  startingAfter(line, START_DATE_DEFERRAL_DAYS + 1, {
    adapt: (drawn, context) =>
      withValue(drawn, POINTER, startDateAfter(context, START_DATE_DEFERRAL_DAYS)),
  }),
);

const HOUR = 3_600_000;
const CLEAR_HOURS = [-2, 0, 2];
const dayIn = (timeZone: string) => new Intl.DateTimeFormat('sv-SE', { timeZone });
const CALENDARS = [dayIn('UTC'), dayIn('Europe/Brussels')];

/**
 * Whether the border of 30 and 31 days can be judged at this moment: it is two hours away from midnight in UTC and in
 * Brussels, and both have the day of the run, YYYY-MM-DD (W3).
 */
export function isBorderClear(now: Date, today: string): boolean {
  return CLEAR_HOURS.every((hours) =>
    CALENDARS.every((calendar) => calendar.format(now.getTime() + hours * HOUR) === today),
  );
}
