import { expect, test } from 'vitest';
import { readReport } from './violation.ts';

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

test('a report is read with the answer that was found wrong', () => {
  expect(readReport(reportOf({ Initialize: {} }, scenario, { EngineFinished: {} }))).toEqual({
    violations: [
      { ...failure, answer: '200 {"id":7}' },
      { ...failure, answer: '' },
    ],
    tried: new Set(['GET /drafts']),
    requests: 2,
  });
});

test('a report that is cut off is no report without violations', () => {
  expect(() => readReport(reportOf({ Initialize: {} }, scenario))).toThrow('cut off');
});

test('an operation of which nothing was sent was not tried', () => {
  const idle = { ScenarioFinished: { recorder: { label: 'GET /drafts', interactions: {} } } };
  expect(readReport(reportOf(idle, { EngineFinished: {} })).tried.size).toBe(0);
});
