import { expect, test } from 'vitest';
import { exampleTrial } from './testing/example-trial.ts';
import { scoreExam, areaRows, summarise } from './score.ts';

test('counts faults that were tried once, and the runs of others', () => {
  const once = [
    exampleTrial('a', ['LEAD-01'], { area: 'races', seed: 1 }),
    exampleTrial('b', [], { area: 'state', seed: 1 }),
  ];
  expect(summarise(scoreExam(once))).toMatch(
    /^1 of 2 faults caught, 1 by name, 0 collateral, 1 with/,
  );

  const often = [...once, exampleTrial('a', ['LEAD-01', 'LEGAL-01'], { area: 'races', seed: 2 })];
  expect(summarise(scoreExam(often))).toMatch(
    /^2 of 3 runs of 2 faults caught, 2 by name, 1 collateral/,
  );
  expect(areaRows(often)).toEqual([
    ['state', '1', '1', '0', '0', '0', '0', '1.5 s'],
    ['races', '1', '2', '2', '2', '1', '1', '1.5 s'],
    ['all', '2', '3', '2', '2', '1', '1', '1.5 s'],
  ]);
});
