import { expect, test } from 'vitest';
import { conductFrozen, readFrozen, SCENARIOS } from './frozen-verdicts.ts';

// The other scenarios take a minute: npm run exam:frozen.
test('a gate of motor gap leaves what it left when the verdicts were frozen', () => {
  const scenario = SCENARIOS.find(({ name }) => name === 'plain, motor gap')!;

  expect(conductFrozen(scenario)).toEqual(readFrozen()[scenario.name]);
});

test('every scenario is frozen', () => {
  expect(SCENARIOS.map(({ name }) => name)).toEqual(Object.keys(readFrozen()));
});
