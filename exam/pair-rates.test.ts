import { expect, test } from 'vitest';
import { bestOfPairs, describeRates, ratePairs } from './pair-rates.ts';
import { examplePairTrial } from './testing/example-trial.ts';

const NAMED = { exitCode: 1, failed: ['LEAD-01'] };
const MISNAMED = { exitCode: 1, failed: ['LEAD-02'] };
const OPEN = { exitCode: 3, inconclusive: ['LEAD-01'] };
const GREEN = { exitCode: 0 };
const HIDDEN = { exitCode: 0, shown: 0 };

const gate = (id: string, seed: number, end: object) => examplePairTrial(end, { id, seed });
const certify = (id: string, end: object) => examplePairTrial(end, { id, policy: 'certify' });

const trials = [
  gate('a~once', 1, NAMED),
  gate('b~once', 1, GREEN),
  gate('c~once', 1, HIDDEN),
  gate('d~once', 1, OPEN),
  gate('b~once', 2, MISNAMED),
  gate('c~once', 2, HIDDEN),
  certify('a~once', GREEN),
  certify('b~once', MISNAMED),
  certify('c~once', HIDDEN),
  certify('d~once', GREEN),
];

test('a pair is caught by one gate, by several, or by a certify, and counted once', () => {
  expect(ratePairs(trials)).toEqual({
    pairs: 4,
    shown: 3,
    oneGate: 2,
    gates: 2,
    anyGate: 3,
    certify: 1,
    caught: 3,
    byName: 2,
    onlyOpen: 1,
  });
  expect(describeRates(ratePairs(trials))).toBe(
    'one gate: 50.0 %, two gates: 75.0 %, certify: 25.0 %, of these by the right requirement: 66.7 % ' +
      '(4 pairs that a client can meet; 3 were wrong in a run, 1 left inconclusive only)',
  );
});

test('without a certify, and with one gate, nothing is said of either', () => {
  expect(describeRates(ratePairs([gate('a~once', 7, HIDDEN)]))).toMatch(
    /^one gate: 0\.0 %, of these by the right requirement: – \(1 pairs/,
  );
});

test('the best run of a pair is told', () => {
  expect(bestOfPairs(trials).map(({ candidate, exitCode }) => [candidate.id, exitCode])).toEqual([
    ['a~once', 1],
    ['b~once', 1],
    ['c~once', 0],
    ['d~once', 3],
  ]);
});
