import { expect, test } from 'vitest';
import type { Violation } from '../witness/violation.ts';
import { subjectOf } from './try-service.ts';

const violation = (given: Partial<Violation>): Violation => ({
  code: 'ST108',
  title: 'Response violates schema',
  operation: 'GET /drafts',
  message: '7 is not of type "string"\n\nSchema at …',
  answer: '200 {"id":7}',
  ...given,
});

const isKnown = (one: Violation, other: Violation): boolean => subjectOf(one) === subjectOf(other);

test('another generated value is the same report', () => {
  expect(
    isKnown(violation({}), violation({ message: '8 is not of type "string"\n\nSchema at …' })),
  ).toBe(true);
});

test.each<Partial<Violation>>([
  { code: 'ST101' },
  { operation: 'PUT /drafts' },
  { message: '7 is not one of "A", "B"' },
  { answer: '500 ' },
  { message: '7 is not of type "string"\nInvalid component: in body - language' },
])('%j is', (given) => {
  expect(isKnown(violation(given), violation({}))).toBe(false);
});

test('a refused valid body is reported with the reason in the answer', () => {
  const refused = { code: 'ST202', message: 'Valid data should have been accepted' };
  const one = violation({ ...refused, answer: '400 {"message":"language"}' });

  expect(isKnown(one, violation({ ...refused, answer: '400 the country is closed' }))).toBe(false);
  expect(isKnown(one, one)).toBe(true);
});
