import { expect, test } from 'vitest';
import { drawn } from '../tools/testing/drawn.ts';
import { conductFrozen, digestOfShuffled, readFrozen, SCENARIOS } from './frozen-verdicts.ts';

// The other scenarios take a minute: npm run exam:frozen.
test('a gate of motor gap matches its frozen result', () => {
  const scenario = SCENARIOS.find(({ name }) => name === 'plain, motor gap')!;

  expect(conductFrozen(scenario)).toEqual(readFrozen()[scenario.name]);
});

const NARROW = SCENARIOS.filter(({ requirement }) => requirement !== undefined);

test.each(drawn(NARROW, 2))('no verdict of $name depends on a text', async (scenario) => {
  const { digests } = readFrozen()[scenario.name]!;

  expect(await digestOfShuffled(scenario)).toBe(digests['verdicts']);
});

test('every scenario has a frozen result', () => {
  expect(SCENARIOS.map(({ name }) => name)).toEqual(Object.keys(readFrozen()));
});
