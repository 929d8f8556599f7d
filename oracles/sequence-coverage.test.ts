import { expect, test } from 'vitest';
import { describeCoverage, type SequenceCoverage, describePairs } from './sequence-coverage.ts';

const whole: SequenceCoverage = {
  line: 'gap',
  sequences: 24,
  requests: 800,
  met: 40,
  reachable: 40,
  missing: [],
};

test('prints complete coverage as numbers', () => {
  expect(describeCoverage(whole)).toBe(
    'sequences  Motor gap: 40 of 40 states x commands in 24 sequences',
  );
});

test('names what was not covered', () => {
  const missing = ['ready × draft-get', 'stale × draft-get'];

  expect(describeCoverage({ ...whole, met: 38, missing })).toMatch(
    /: 38 of 40 .*, not ready × draft-get and 1 more$/,
  );
});

test('prints for a line how many of how many pairs were covered', () => {
  expect(describePairs({ line: 'gap', drafts: 25, covered: 7014, possible: 7025 })).toBe(
    'pairs      Motor gap: 7014 of 7025 pairs of value classes in 25 drafts',
  );
});
