import { dateIn, plusDays } from '../calendar.ts';
import { START_DATE_DEFERRAL_DAYS } from '../../spec/limits.ts';
import type { Fault } from './fault.ts';
import { inside } from './stages.ts';

/** Near midnight nobody can say how many days lie between (W3). */
const isDaytime = (): boolean => {
  const hour = new Date().getUTCHours();
  return hour >= 3 && hour < 20;
};

const dayLate = (line: 'jobloss' | 'travel' | 'landlord'): Fault => ({
  id: `${line}-starts-a-day-late`,
  breaks: { requirement: 'STARTDATE-01', operation: `${line}.draft-create` },
  what: `A ${line} policy may start 31 days after its purchase.`,
  shownBy: isDaytime,
  sow: (tables) => {
    tables.rules = tables.rules.map((rule) => {
      if (rule.id !== 'start-date') return rule;
      return {
        ...rule,
        check: (facts) => {
          const start = inside(facts.body, 'terms', 'startDate');
          const today = dateIn(facts.now, tables.choices.timeZone);
          const dayAfter = plusDays(today, START_DATE_DEFERRAL_DAYS + 1);
          return facts.line === line && start === dayAfter ? undefined : rule.check(facts);
        },
      };
    });
  },
});

/** Start dates of one day more than is allowed, which are seen two hours or more from midnight alone (W3). */
export const startBorderFaults: readonly Fault[] = [
  dayLate('jobloss'),
  dayLate('travel'),
  dayLate('landlord'),
];
