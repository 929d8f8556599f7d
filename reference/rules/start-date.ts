import { dateIn, plusDays } from '../calendar.ts';
import type { Choices } from '../choices.ts';
import { START_DATE_DEFERRAL_DAYS } from '../../spec/limits.ts';
import type { TravelDraft } from '../../spec/schemas/travel-draft.ts';
import type { Rule } from './rule.ts';

/** The start lies at most 30 days after the purchase date, which is the day of the contract (Limits; E6; not gap). */
export const startDate = (choices: Choices): Rule => ({
  id: 'start-date',
  lines: ['jobloss', 'travel', 'landlord'],
  at: choices.checkpoints.startDate,
  check: ({ body, now }) => {
    const start = (body as TravelDraft).terms?.startDate;
    const last = plusDays(dateIn(now, choices.timeZone), START_DATE_DEFERRAL_DAYS);
    if (start === undefined || start <= last) return undefined;
    return { message: `must not be later than ${last}`, field: '/terms/startDate' };
  },
});
