import { expect, test } from 'vitest';
import { failedFirst, type LastFailure, type SuiteName, suitesInOrder } from './suite-order.ts';
import type { SuiteTest } from './suite.ts';

const TEST = { title: 'one', conduct: async () => ({}) } as const;

/** Order of suites for these previous failures. */
const inOrder = (names: readonly SuiteName[], failed: readonly string[] = []) =>
  suitesInOrder(failed).filter((name) => names.includes(name));

test('sorts stated requirements before implied ones', () => {
  expect(inOrder(['observations', 'legal-values', 'fields', 'journeys'])).toEqual([
    'journeys',
    'fields',
    'legal-values',
    'observations',
  ]);
});

test('sorts suites whose probes failed last time first', () => {
  const names = ['journeys', 'protocol', 'fields', 'legal-values', 'sequences'] as const;

  expect(inOrder(names, ['sequence/gap/3', 'protocol/gap.lead-create/legal/x/1'])).toEqual([
    'legal-values',
    'sequences',
    'journeys',
    'protocol',
    'fields',
  ]);
});

test('a suite that judges everything sent before stays behind it', () => {
  const names = ['fields', 'state', 'unique-ids', 'observations'] as const;
  const failed = ['unique-ids/unique-drafts/gap/1', 'robustness/gap.draft-create/afterwards'];

  expect(inOrder(names, failed)).toEqual(names);
});

const STATED: SuiteTest = { ...TEST, requirement: 'STATUS-01', line: 'gap' };
const IMPLIED: SuiteTest = { ...TEST, requirement: 'DRAFT-03', line: 'gap' };
const IMPLIED_TOO: SuiteTest = { ...TEST, requirement: 'DRAFT-04', line: 'gap' };

const ordered = (tests: readonly SuiteTest[], failures: readonly LastFailure[] = []) =>
  failedFirst(tests, failures);

test('sorts stated before implied requirements, and keeps the order otherwise', () => {
  expect(ordered([IMPLIED_TOO, IMPLIED, STATED])).toEqual([STATED, IMPLIED_TOO, IMPLIED]);
});

test('sorts what failed last time first, on its line', () => {
  const elsewhere: SuiteTest = { ...IMPLIED, line: 'travel' };
  const failures = [{ requirement: 'DRAFT-03', line: 'gap' }] as const;

  expect(ordered([elsewhere, STATED, IMPLIED], failures)).toEqual([IMPLIED, STATED, elsewhere]);
});

test('also a test whose own probe showed the failure of another requirement', () => {
  const journeys = (['travel', 'gap'] as const).map((line): SuiteTest => ({
    ...TEST,
    line,
    probes: [`journey/${line}`],
  }));
  const failures = [{ requirement: 'PATH-01', line: 'gap', test: 'journey/gap/3' }] as const;

  expect(ordered(journeys, failures).map(({ line }) => line)).toEqual(['gap', 'travel']);
});

test('a probe with a longer name is another one', () => {
  const first: SuiteTest = { ...TEST, line: 'gap', probes: ['journey/gap/2'] };
  const second: SuiteTest = { ...TEST, line: 'gap', probes: ['journey/gap/1'] };
  const failures = [{ requirement: 'PATH-01', line: 'gap', test: 'journey/gap/12' }] as const;

  expect(ordered([first, second], failures)).toEqual([first, second]);
});
