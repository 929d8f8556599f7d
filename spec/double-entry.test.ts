import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { BODIES } from './bodies.ts';
import { fieldRows } from './testing/field-rows.ts';
import { OPERATIONS } from './operations.ts';
import { landlordDraftResource } from './schemas/landlord-draft.ts';
import { priceRequestResource, priceRequestResourceAlternative } from './schemas/price-request.ts';

// Both texts were typed from the specification by somebody who never saw the tables of this folder; a typing mistake goes
// unnoticed only if it is made twice. If they differ, the specification decides which is wrong.
const typed = (file: string): readonly string[] =>
  readFileSync(new URL(`double-entry/${file}`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'));

const RESOURCES = {
  ...BODIES,
  'landlord-draft-resource': landlordDraftResource,
  'price-request-resource': priceRequestResource,
  'price-request-resource-alternative': priceRequestResourceAlternative,
};

const statement = (shown: { readonly shown: boolean; readonly name?: string }): string =>
  shown.shown ? (shown.name ?? '-') : '-';

const operationLines = OPERATIONS.map((row) =>
  [
    row.line,
    row.name,
    row.method,
    row.path,
    row.address,
    row.detail ?? '-',
    row.success ?? '-',
    row.failures?.join(' ') ?? '-',
    row.headers.includes('Last-Modified') ? 'listed' : '-',
    row.headers.includes('Location') ? 'listed' : '-',
    statement(row.request),
    statement(row.response),
  ].join(' | '),
);

const fieldLines = Object.entries(RESOURCES).flatMap(([resource, schema]) =>
  fieldRows(schema).map((row) =>
    [resource, row.pointer, row.type, row.presence, row.values].join(' | '),
  ),
);

const differences = (ours: readonly string[], theirs: readonly string[]) => ({
  onlyInTables: ours.filter((line) => !theirs.includes(line)),
  onlyInDoubleEntry: theirs.filter((line) => !ours.includes(line)),
});

const none = { onlyInTables: [], onlyInDoubleEntry: [] };

test('both transcriptions have the same 48 operations in the same order', () => {
  const theirs = typed('operations.txt');

  expect(differences(operationLines, theirs)).toEqual(none);
  expect(theirs).toEqual(operationLines);
  expect(theirs).toHaveLength(48);
});

test('both transcriptions have the same fields of every body and resource', () => {
  expect(differences(fieldLines, typed('fields.txt'))).toEqual(none);
});

test.each(Object.keys(RESOURCES).filter((name) => name !== 'empty-object'))(
  'the second transcription has each field of %s once',
  (resource) => {
    const pointers = typed('fields.txt')
      .filter((line) => line.startsWith(`${resource} | `))
      .map((line) => line.split(' | ')[1]);

    expect(pointers.length).toBeGreaterThan(0);
    expect(new Set(pointers).size).toBe(pointers.length);
  },
);

test('the comparison covers more than 300 rows', () => {
  expect(typed('fields.txt').length).toBeGreaterThan(300);
  expect(fieldLines.length).toBeGreaterThan(300);
});

test('names a difference with its resource and pointer', () => {
  const changed = fieldLines.map((line) =>
    line.replace('car | /plate | string', 'car | /plate | object'),
  );

  expect(differences(changed, fieldLines)).toEqual({
    onlyInTables: ['car | /plate | object | optional | -'],
    onlyInDoubleEntry: ['car | /plate | string | optional | -'],
  });
});
