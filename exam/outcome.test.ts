import { expect, test } from 'vitest';
import { isAcceptable, pairOutcomeOf, type PairTrial, renderPairs } from './outcome.ts';
import { examplePairTrial } from './testing/example-trial.ts';

const trial = (changes: Partial<PairTrial>, mustShow = true): PairTrial =>
  examplePairTrial(changes, { mustShow });

test.each([
  ['named', { exitCode: 1, failed: ['LEAD-01'] }, true],
  ['misnamed', { exitCode: 1, failed: ['LEAD-02'] }, true],
  ['named', { exitCode: 1, failed: ['LEAD-01'], shown: 0 }, true],
  ['false failure', { exitCode: 1, failed: ['LEAD-02'], shown: 0 }, false],
  ['open', { exitCode: 3, inconclusive: ['LEAD-01'] }, true],
  ['green', { exitCode: 0 }, false],
  ['not shown', { exitCode: 0, shown: 0 }, false],
  ['not shown', { exitCode: 3, shown: 0 }, false],
  ['broken', { exitCode: 4 }, false],
  ['broken', { exitCode: null }, false],
] as const)('%s: %o', (outcome, changes, isRight) => {
  expect(pairOutcomeOf(trial(changes))).toBe(outcome);
  expect(isAcceptable(trial(changes))).toBe(isRight);
});

test('a legal value that is refused under a condition may fail as a legal call (V17)', () => {
  const refused = trial({ exitCode: 1, failed: ['LEGAL-01'] });
  const legal: PairTrial = { ...refused, candidate: { ...refused.candidate, area: 'legal' } };

  expect(pairOutcomeOf(legal)).toBe('named');
  expect(renderPairs([legal])).toBe(
    '✓ a~once with seed 1  LEAD-01  failed as LEGAL-01, wrong in 2 calls',
  );
  expect(pairOutcomeOf(refused)).toBe('misnamed');
});

test('a drawn fault is only counted, and cannot fail the exam', () => {
  expect(isAcceptable(trial({ shown: 0 }, false))).toBe(true);
  expect(isAcceptable(trial({ exitCode: 0 }, false))).toBe(true);
  expect(isAcceptable(trial({ exitCode: 4 }, false))).toBe(false);
  expect(isAcceptable(trial({ exitCode: 1, failed: ['LEAD-02'], shown: 0 }, false))).toBe(false);
});

test('sorts the worst first', () => {
  const trials = [trial({ exitCode: 1, failed: ['LEAD-01'] }), trial({ shown: 1 })];

  expect(renderPairs(trials).split('\n')).toEqual([
    '✗ a~once with seed 1  LEAD-01  conformant, wrong in 1 call',
    '✓ a~once with seed 1  LEAD-01  failed, wrong in 2 calls',
  ]);
  expect(renderPairs([trial({ shown: 1 }, false)])).toMatch(/^– a~once/);
  expect(renderPairs([trial({ exitCode: 1, failed: ['LEAD-02'], shown: 0 })])).toBe(
    '✗ a~once with seed 1  LEAD-01  failed as LEAD-02 although the fault was never shown',
  );
});
