import { expect, test } from 'vitest';
import { explains, readExplanations } from './explained.ts';
import type { Violation } from './violation.ts';

const violation = (given: Partial<Violation>): Violation => ({
  code: 'ST202',
  title: 'Schema-valid request rejected',
  operation: 'POST /{country}/lifestyle/travel/drafts',
  message: 'Valid data should have been accepted',
  answer: '400 {"messages":[{"message":"a person or a company, never both"}]}',
  ...given,
});

const isExplained = (given: Partial<Violation>): boolean =>
  readExplanations().some((each) => explains(each, violation(given)));

test('a business rule that no schema can say is explained', () => {
  expect(isExplained({})).toBe(true);
});

test.each<Partial<Violation>>([
  { answer: '500 {"error":"General Error"}' },
  { code: 'ST101', answer: '500' },
  { code: 'ST108', message: '7 is not of type "string"' },
  { code: 'ST201', message: 'Invalid component: in body - language', answer: '200 {}' },
  { code: 'ST203', answer: '200 {}' },
])('%j is not', (given) => {
  expect(isExplained(given)).toBe(false);
});
