import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inSuiteOrder, SUITE_NAMES } from './suite-order.ts';

const inOrder = (names: readonly string[], failed: readonly string[] = []) =>
  inSuiteOrder(names, (name) => `/assay/suites/${name}.suite.ts`, failed);

test('every suite has its place', () => {
  const names = readdirSync(import.meta.dirname).flatMap((file) =>
    file.endsWith('.suite.ts') ? [file.slice(0, -'.suite.ts'.length)] : [],
  );

  expect(SUITE_NAMES.toSorted()).toEqual(names.toSorted());
});

test('what is stated comes before what is implied, whatever order the files are found in', () => {
  expect(inOrder(['observations', 'legal-values', 'fields', 'journeys'])).toEqual([
    'journeys',
    'fields',
    'legal-values',
    'observations',
  ]);
});

test('suites whose probes failed last time come first', () => {
  const names = ['journeys', 'protocol', 'fields', 'legal-values', 'sequences'];

  expect(inOrder(names, ['sequence/gap/3', 'protocol/gap.lead-create/legal/x/1'])).toEqual([
    'legal-values',
    'sequences',
    'journeys',
    'protocol',
    'fields',
  ]);
});

test('what judges all that was sent before stays behind it', () => {
  const names = ['fields', 'state', 'unique-ids', 'observations'];
  const failed = ['unique-ids/unique-drafts/gap/1', 'robustness/gap.draft-create/afterwards'];

  expect(inOrder(names, failed)).toEqual(names);
});

test('a suite without a place is an error of ours', () => {
  expect(() => inOrder(['journeys', 'newest'])).toThrow('newest has no place');
});
