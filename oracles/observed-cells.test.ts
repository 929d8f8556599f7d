import { expect, test } from 'vitest';
import type { CellVerdict } from './finding.ts';
import { OBSERVED_ON_REFERENCE, observedExcess } from './observed-cells.ts';
import { openCell } from './testing/sample-judged.ts';
import { sampleFacts } from './testing/sample-facts.ts';

const observed = (count: number, got: string): readonly CellVerdict[] =>
  Array.from({ length: count }, () =>
    openCell('landlord.draft-get', [1], {
      verdict: 'observed',
      reason: 'specification-silent',
      got,
    }),
  );

test('reports a line that shows a tenth less than the reference service, with the reasons', () => {
  const usual = observed(OBSERVED_ON_REFERENCE.landlord, 'status 200');

  expect(observedExcess([...usual, ...observed(3, 'the field is absent')], sampleFacts)).toEqual(
    [],
  );
  expect(observedExcess([...usual, ...observed(100, 'the field is absent')], sampleFacts)).toEqual([
    'Landlord: 159 of 159 cells are only observed, 100 more than on the reference service; most often the field is absent (100, such as PATH-01), status 200 (59, such as PATH-01)',
  ]);
});
