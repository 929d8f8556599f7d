import { expect, test } from 'vitest';
import { type SuiteName, suitesInOrder } from './suite-order.ts';

/** Of these suites the order in which they are run. */
const inOrder = (names: readonly SuiteName[], failed: readonly string[] = []) =>
  suitesInOrder(failed).filter((name) => names.includes(name));

test('what is stated comes before what is implied', () => {
  expect(inOrder(['observations', 'legal-values', 'fields', 'journeys'])).toEqual([
    'journeys',
    'fields',
    'legal-values',
    'observations',
  ]);
});

test('suites whose probes failed last time come first', () => {
  const names = ['journeys', 'protocol', 'fields', 'legal-values', 'sequences'] as const;

  expect(inOrder(names, ['sequence/gap/3', 'protocol/gap.lead-create/legal/x/1'])).toEqual([
    'legal-values',
    'sequences',
    'journeys',
    'protocol',
    'fields',
  ]);
});

test('what judges all that was sent before stays behind it', () => {
  const names = ['fields', 'state', 'unique-ids', 'observations'] as const;
  const failed = ['unique-ids/unique-drafts/gap/1', 'robustness/gap.draft-create/afterwards'];

  expect(inOrder(names, failed)).toEqual(names);
});
