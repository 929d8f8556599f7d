import { dayOf, numberOf } from '../../day.ts';
import { startDateAfter } from '../../start-date.ts';
import type { Question } from '../observation.ts';
import { AMOUNT, DATE, PLAIN_INTEGER, inDrafts } from './places.ts';

const HUGE = 999_999_999_999;
const FAR = 400;
const START_DATE = inDrafts('/terms/startDate');

const starting = (slug: string, when: string, days: number): Question => ({
  slug,
  question: `is a start date ${when} accepted?`,
  rule: 'W3',
  at: START_DATE,
  odd: (_current, context) => startDateAfter(context, days),
});

/** Numbers and days that no rule limits (V2, C4, C13, W3). */
export const NUMBER_QUESTIONS: readonly Question[] = [
  {
    slug: 'negative-amount',
    question: 'is a negative amount accepted?',
    rule: 'V2',
    at: AMOUNT,
    odd: (current) => -Number(current),
  },
  {
    slug: 'zero-amount',
    question: 'is an amount of 0 accepted?',
    rule: 'V2',
    at: AMOUNT,
    odd: () => 0,
  },
  {
    slug: 'huge-amount',
    question: 'is an amount of 10 thousand million EUR accepted?',
    rule: 'V2',
    at: AMOUNT,
    odd: () => HUGE,
  },
  {
    slug: 'negative-integer',
    question: 'is a negative integer accepted where it has no sense?',
    rule: 'V2',
    at: PLAIN_INTEGER,
    odd: (current) => -Number(current),
  },
  {
    slug: 'negative-denominator',
    question: 'is a negative denominator accepted?',
    rule: 'C4',
    at: { 'gap-draft': '/risk/cascoFactors/depreciationRate/denominator' },
    odd: (current) => -Number(current),
  },
  starting('start-today', 'of today', 0),
  starting('start-tomorrow', 'of tomorrow', 1),
  starting('start-yesterday', 'of yesterday', -1),
  {
    ...starting('start-far-ahead', `${FAR} days ahead`, FAR),
    rule: 'C13',
    at: { 'gap-draft': '/terms/startDate' },
  },
  {
    slug: 'birthdate-ahead',
    question: 'is a birthdate in the future accepted?',
    rule: 'V17',
    at: DATE,
    odd: (_current, { today }) => dayOf(numberOf(today) + FAR),
  },
];
