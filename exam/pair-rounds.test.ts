import { expect, test } from 'vitest';
import { examplePairTrial } from './testing/example-trial.ts';
import type { PairCandidate } from './candidate.ts';
import { tryInRounds } from './pair-rounds.ts';

const pair = (id: string): PairCandidate => examplePairTrial({}, { id }).candidate;

test('runs gates until one catches a pair, and a certify for every pair', async () => {
  const rounds: string[][] = [];
  const trials = await tryInRounds(
    [pair('a~once'), pair('b~once')],
    { seed: 4, faultSeeds: 3, certify: true },
    async (candidates) => {
      rounds.push(candidates.map(({ id, policy, seed }) => `${policy} ${id} ${seed}`));
      return candidates.map((candidate) => {
        const isCaught = candidate.id === 'a~once' || candidate.seed === 5;
        return examplePairTrial({ exitCode: isCaught ? 1 : 0, failed: ['LEAD-01'] }, candidate);
      });
    },
  );

  expect(rounds).toEqual([
    ['gate a~once 4', 'gate b~once 4'],
    ['gate b~once 5'],
    ['certify a~once 1', 'certify b~once 1'],
  ]);
  expect(trials).toHaveLength(5);
});

test('runs another gate after one that leaves a pair inconclusive', async () => {
  const trials = await tryInRounds([pair('a~once')], { seed: 1, faultSeeds: 2 }, async (round) =>
    round.map((candidate) =>
      examplePairTrial({ exitCode: 3, inconclusive: ['LEAD-01'] }, candidate),
    ),
  );

  expect(trials).toHaveLength(2);
});

test('runs only gates without a certify', async () => {
  const trials = await tryInRounds([pair('a~once')], { seed: 1, faultSeeds: 2 }, async (round) =>
    round.map((candidate) => examplePairTrial({ exitCode: 0 }, candidate)),
  );

  expect(trials.map(({ candidate }) => candidate.seed)).toEqual([1, 2]);
});
