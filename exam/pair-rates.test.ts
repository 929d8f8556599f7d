import { expect, test } from 'vitest';
import {
  bestOfPairs,
  describeRates,
  requiredPairs,
  ratePairs,
  unacceptableOf,
} from './pair-rates.ts';
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

test('a pair is caught by one gate, by several, or by a certify, and counts once', () => {
  expect(ratePairs(trials)).toEqual({
    pairs: 4,
    shown: 3,
    oneGate: { failed: 1, open: 1 },
    gates: 2,
    anyGate: { failed: 2, open: 1 },
    certify: { failed: 1, open: 0 },
    failed: 2,
    byName: 1,
  });
  expect(describeRates(ratePairs(trials))).toBe(
    'one gate: 25.0 % failed, 25.0 % not judged; two gates: 50.0 % failed, 25.0 % not judged; ' +
      'certify: 25.0 % failed, 0.0 % not judged; of all that failed, by the right requirement: 50.0 % ' +
      '(4 pairs that a client can observe; 3 were wrong in a run)',
  );
});

test('without a certify, and with one gate, neither is reported', () => {
  expect(describeRates(ratePairs([gate('a~once', 7, HIDDEN)]))).toMatch(
    /^one gate: 0\.0 % failed, 0\.0 % not judged; of all that failed, .*: – \(1 pair that .*; 0 were wrong/,
  );
});

test('reports the best run of a pair', () => {
  expect(bestOfPairs(trials).map(({ candidate, exitCode }) => [candidate.id, exitCode])).toEqual([
    ['a~once', 1],
    ['b~once', 1],
    ['c~once', 0],
    ['d~once', 3],
  ]);
});

test('prefers a run in which the fault showed', () => {
  const [best] = bestOfPairs([gate('a~once', 1, GREEN), gate('a~once', 2, HIDDEN)]);

  expect(best?.candidate.seed).toBe(1);
});

test('a fail on a service that was never wrong catches nothing', () => {
  const { oneGate, failed } = ratePairs([gate('a~once', 1, { ...MISNAMED, shown: 0 })]);

  expect([oneGate.failed, oneGate.open, failed]).toEqual([0, 0, 0]);
});

test('a pair that must be caught is judged by its best run; an error of Assay counts in every run', () => {
  const runs = [
    gate('a~once', 1, GREEN),
    gate('a~once', 2, NAMED),
    gate('b~once', 1, { exitCode: null }),
    gate('b~once', 2, NAMED),
    gate('c~once', 1, { ...MISNAMED, shown: 0 }),
    gate('c~once', 2, NAMED),
    gate('d~once', 1, HIDDEN),
  ];
  const namesOf = (trials: typeof runs) =>
    trials.map(({ candidate: { id, seed } }) => `${id.slice(0, 1)}${seed}`);

  expect(namesOf([...unacceptableOf(runs)])).toEqual(['b1', 'c1', 'd1']);
  expect(namesOf([...requiredPairs(runs)])).toEqual(['a2', 'b2', 'c2', 'd1', 'b1', 'c1']);
});
