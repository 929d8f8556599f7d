import { dateFromDays, daysSinceEpoch } from '../../day.ts';
import { startDateAfter } from '../../dates.ts';
import {
  type Question,
  type Questions,
  asDecimal,
  AMOUNT,
  DATE,
  PLAIN_INTEGER,
  inDrafts,
  ANY_AMOUNT,
  BOOLEAN,
  KEY_VALUES,
} from '../observation.ts';

/** Type coercions of lenient parsers, and values that stand for nothing (V1, V2, V4, V9). */
export const TYPE_QUESTIONS: Questions = {
  'boolean-as-text': {
    question: 'is a boolean accepted as text, such as "true"?',
    rule: 'V1',
    at: BOOLEAN,
    odd: String,
  },
  'boolean-as-number': {
    question: 'is a boolean accepted as a number, 1 or 0?',
    rule: 'V1',
    at: BOOLEAN,
    odd: Number,
  },
  'integer-as-text': {
    question: 'is an integer accepted as text, such as "1325"?',
    rule: 'V1',
    at: ANY_AMOUNT,
    odd: String,
  },
  'integer-as-decimal': {
    question: 'is an integer accepted as a decimal, such as 1325.0?',
    rule: 'V2',
    at: ANY_AMOUNT,
    odd: asDecimal,
  },
  'zip-as-number': {
    question: 'is a JSON number accepted as a zip code?',
    rule: 'V1',
    at: inDrafts('/policyholder/address/zip'),
    odd: Number,
  },
  'claims-as-number': {
    question: 'is the number 0 accepted as numberOfClaimsLast5Years "0"?',
    rule: 'V9',
    at: { 'gap-draft': '/risk/drivers/*/numberOfClaimsLast5Years' },
    odd: () => 0,
  },
  'year-as-number': {
    question: 'is a JSON number accepted as a year?',
    rule: 'V4',
    at: { 'gap-draft': '/risk/vehicle/firstRegistrationYear' },
    odd: Number,
  },
  'empty-list': {
    question: 'is an empty list accepted?',
    rule: 'V17',
    at: { ...KEY_VALUES, 'gap-draft': '/risk/drivers' },
    odd: () => [],
  },
  'third-item': {
    question: 'is a list of three items accepted?',
    rule: 'V17',
    at: { ...KEY_VALUES, 'gap-draft': '/risk/drivers' },
    odd: (current) => {
      const [first] = current as readonly unknown[];
      return [first, first, first];
    },
  },
  'item-for-list': {
    question: 'is a single item accepted as a list?',
    rule: 'V1',
    at: KEY_VALUES,
    odd: () => ({ key: 'campaign', value: 'single' }),
  },
  'null-for-text': {
    question: 'is null accepted as an absent text?',
    rule: 'V1',
    at: { ...inDrafts('/policyholder/contact/phone'), car: '/plate' },
    odd: () => null,
  },
  'null-for-object': {
    question: 'is null accepted as an absent object?',
    rule: 'V1',
    at: inDrafts('/policyholder/address'),
    odd: () => null,
  },
  'null-for-list': {
    question: 'is null accepted as an absent list?',
    rule: 'V1',
    at: KEY_VALUES,
    odd: () => null,
  },
  'null-for-transport': {
    question: 'is null accepted as an absent transport?',
    rule: 'V1',
    at: { lead: '/transport', 'gap-lead': '/transport' },
    odd: () => null,
  },
};

const HUGE = 999_999_999_999;
const FAR = 400;
const START_DATE = inDrafts('/terms/startDate');

const starting = (when: string, days: number): Question => ({
  question: `is a start date ${when} accepted?`,
  rule: 'W3',
  at: START_DATE,
  odd: (_current, context) => startDateAfter(context, days),
});

/** Numbers and days that no rule limits (V2, C4, C13, W3). */
export const NUMBER_QUESTIONS: Questions = {
  'negative-amount': {
    question: 'is a negative amount accepted?',
    rule: 'V2',
    at: AMOUNT,
    odd: (current) => -Number(current),
  },
  'zero-amount': {
    question: 'is an amount of 0 accepted?',
    rule: 'V2',
    at: AMOUNT,
    odd: () => 0,
  },
  'huge-amount': {
    question: 'is an amount of 10 billion EUR accepted?',
    rule: 'V2',
    at: AMOUNT,
    odd: () => HUGE,
  },
  'negative-integer': {
    question: 'is a negative integer accepted if it makes no sense?',
    rule: 'V2',
    at: PLAIN_INTEGER,
    odd: (current) => -Number(current),
  },
  'negative-denominator': {
    question: 'is a negative denominator accepted?',
    rule: 'C4',
    at: { 'gap-draft': '/risk/cascoFactors/depreciationRate/denominator' },
    odd: (current) => -Number(current),
  },
  'start-today': starting('of today', 0),
  'start-tomorrow': starting('of tomorrow', 1),
  'start-yesterday': starting('of yesterday', -1),
  'start-far-ahead': {
    ...starting(`${FAR} days ahead`, FAR),
    rule: 'C13',
    at: { 'gap-draft': '/terms/startDate' },
  },
  'birthdate-ahead': {
    question: 'is a birthdate in the future accepted?',
    rule: 'V17',
    at: DATE,
    odd: (_current, { today }) => dateFromDays(daysSinceEpoch(today) + FAR),
  },
};
