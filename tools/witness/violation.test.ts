import { expect, test } from 'vitest';
import { readReport, explains, readExplanations, type Violation } from './violation.ts';

const failure = {
  code: 'ST108',
  title: 'Response violates schema',
  operation: 'GET /drafts',
  message: '7 is not of type "string"',
};

const scenario = {
  ScenarioFinished: {
    recorder: {
      label: 'GET /drafts',
      checks: {
        a: [{ status: 'success' }, { status: 'failure', failure_info: { failure } }],
        b: [{ status: 'failure', failure_info: { failure } }],
      },
      interactions: {
        a: { response: { status_code: 200, content: { $base64: 'eyJpZCI6N30=' } } },
        b: { response: null },
      },
    },
  },
};

const reportOf = (...events: readonly unknown[]): string =>
  events.map((event) => `${JSON.stringify(event)}\n`).join('');

test('reads a report with the answer that was found wrong', () => {
  expect(readReport(reportOf({ Initialize: {} }, scenario, { EngineFinished: {} }))).toEqual({
    violations: [
      { ...failure, answer: '200 {"id":7}' },
      { ...failure, answer: '' },
    ],
    tried: new Set(['GET /drafts']),
    requests: 2,
  });
});

test('a truncated report is no report without violations', () => {
  expect(() => readReport(reportOf({ Initialize: {} }, scenario))).toThrow('truncated');
});

test('an operation without requests was not tested', () => {
  const idle = { ScenarioFinished: { recorder: { label: 'GET /drafts', interactions: {} } } };
  expect(readReport(reportOf(idle, { EngineFinished: {} })).tried.size).toBe(0);
});

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

test('explains a business rule that no schema can express', () => {
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
