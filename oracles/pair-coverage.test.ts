import { expect, test } from 'vitest';
import { describePairs } from './pair-coverage.ts';

test('a line says how many pairs of how many', () => {
  expect(describePairs({ line: 'gap', drafts: 25, covered: 7014, possible: 7025 })).toBe(
    'pairs      Motor gap: 7014 of 7025 pairs of value classes in 25 drafts',
  );
});
