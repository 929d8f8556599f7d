import { expect, test } from 'vitest';
import { cellVerdict } from '../testing/sample-record.ts';
import { DATE_FAILURES, fieldFailure } from '../testing/field-failures.ts';
import { sharedFaults } from './shared-faults.ts';

const titles = (...cells: Parameters<typeof sharedFaults>[0]) =>
  sharedFaults(cells).map(({ title, cells: own }) => [title, own.length]);

test('failures that differ by field, line and checkpoint only are one fault', () => {
  expect(titles(...DATE_FAILURES)).toEqual([
    [
      'probably one fault, in 4 fields: A … draft must be refused if … is not a calendar date YYYY-MM-DD.',
      4,
    ],
  ]);
});

test('an object is named no more than the field that it lacks', () => {
  const lacks = (name: 'city' | 'zip') =>
    fieldFailure(
      `TRAVEL-FIELD-policyholder.address.${name}-required`,
      'travel.draft-create',
      `/policyholder/address/${name}`,
      'missing',
    );

  expect(titles(lacks('city'), lacks('zip'))).toEqual([
    ['probably one fault, in 2 fields: A … draft must be refused if … is missing.', 2],
  ]);
});

test('failures that differ by item only are one fault', () => {
  const deleted = (kind: 'car' | 'person') =>
    cellVerdict({
      cell: kind,
      requirement: `TRAVEL-${kind === 'car' ? 'CAR' : 'PERSON'}-01`,
      operation: `travel.${kind}-delete`,
      line: 'travel',
    });

  expect(titles(deleted('car'), deleted('person'))).toEqual([
    ['probably one fault, in 2 requirements: A deleted … must no longer exist.', 2],
  ]);
});

const [first = cellVerdict(), second = cellVerdict(), ...others] = DATE_FAILURES;

test.each([
  ['another kind of fault', { wanted: second.wanted.replace('DD/MM/YYYY', 'with a time') }],
  ['another answer', { status: 500, got: 'status 500 at the write' }],
])('%s is another fault', (_, change) => {
  expect(titles(first, { ...second, ...change }, ...others).map(([, count]) => count)).toEqual([
    3, 1,
  ]);
});

test('cells of one requirement stay together, whatever was answered', () => {
  const twice = [first, { ...first, cell: 'elsewhere', got: 'status 201', status: 201 }];

  expect(titles(...twice)).toEqual([[undefined, 2]]);
});
