import { expect, test } from 'vitest';
import type { CellVerdict } from '../../oracles/finding.ts';
import { cellVerdict } from '../testing/sample-record.ts';
import { DATE_FAILURES, fieldFailure } from '../testing/field-failures.ts';
import { sharedFaults, withoutDrawnValues } from './shared-faults.ts';

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

const readBack = (field: string, wanted: string, got: string, envelope = '') =>
  cellVerdict({
    cell: field,
    requirement: `LANDLORD-READBACK-${field}` as CellVerdict['requirement'],
    operation: 'landlord.draft-update',
    line: 'landlord',
    where: `${envelope}/${field.replaceAll('.', '/')}`,
    wanted,
    got,
  });

test('fields that show other values than were written are one fault, but not those that are absent', () => {
  const lost = [
    readBack('policyholder.address.city', '"Arlon" or "Genk", written by 2 updates', '"Mons"'),
    readBack('risk.insuredProperty.monthlyRent.value', '5 or 6, written by 2 updates', '12'),
    readBack(
      'policyholder.contact.phone',
      '"1" or "2", written by 2 updates',
      'the field is absent',
    ),
    readBack('terms.variant', '"BASIC"', '"CLASSIC"'),
  ];

  expect(titles(...lost)).toEqual([
    ['probably one fault, in 2 fields: … of a … draft must be read back as it was written.', 2],
    [undefined, 1],
    [undefined, 1],
  ]);
});

test('an envelope of the answers is no part of the field', () => {
  const lost = [
    readBack('language', '"nl-BE"', '"fr-BE"', '/result'),
    readBack('policyholder.address.city', '"Arlon"', '"Mons"', '/result'),
    readBack('terms.variant', '"BASIC"', '"CLASSIC"', '/result'),
  ];

  expect(titles(...lost)).toEqual([
    ['probably one fault, in 3 fields: … of a … draft must be read back as it was written.', 3],
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

test.each([
  ['status 200, after 7 refused calls', 'status 200, after 15 refused calls', true],
  ['status 303 for the amount 77510', 'status 303 for the amount 1', true],
  ['"Arlon" or "Genk", got 12', '"Mons", got 7', true],
  ['two, b3e92207-7c15-4052-9133-77a9cf8548bc', 'two, a190475e-b1d6-46e3-995d-1decaa0189c0', true],
  ['status 200', 'status 500', false],
])('the texts %s and %s differ by drawn values only: %s', (one, other, isAlike) => {
  expect(withoutDrawnValues(one) === withoutDrawnValues(other)).toBe(isAlike);
});
