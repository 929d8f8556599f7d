import { expect, test } from 'vitest';
import { exampleJudged } from '../testing/example-mutant.ts';
import { renderNeedless, renderUnexplained, sourceReadmeLine, sourceRows } from './print-source.ts';
import { parseSurvivors } from './survivors.ts';
import { scoreOf, tallyOf } from './tally.ts';

const REASONS = parseSurvivors(`
- file: reference/rules/*
  code: '^id: '
  reason: 'equivalent: the name of a rule is shown nowhere'
`);

const JUDGED = [
  exampleJudged('fail'),
  exampleJudged('fail'),
  exampleJudged('open'),
  exampleJudged('survived'),
  exampleJudged('survived', { code: 'return undefined;', line: 7, original: 'a\n  b' }),
  exampleJudged('unreached', { file: 'reference/ids.ts' }),
  exampleJudged('unstarted', { file: 'reference/ids.ts' }),
];

test('what is killed counts against what is reached and could be seen', () => {
  const tally = tallyOf(JUDGED, REASONS);

  expect(tally).toMatchObject({
    mutants: 7,
    reached: 5,
    killed: 3,
    explained: 1,
    unexplained: 1,
  });
  expect(scoreOf(tally)).toBe(0.75);
  expect(sourceReadmeLine('2026-11-22', tally)).toBe(
    '> **Source exam of 2026-11-22**: 3 of 4 mutants of the reference killed (75.0 %), 66.7 % of them by a fail; ' +
      '1 survived, 1 more for a known reason, 1 not reached, 1 without a start.',
  );
});

test('a folder has a row, a file beside the folders too, and all together one', () => {
  expect(sourceRows(JUDGED, REASONS)).toEqual([
    ['reference/rules/', '5', '5', '2', '1', '0', '0', '1', '1', '0', '75.0 %'],
    ['reference/ids.ts', '2', '0', '0', '0', '0', '0', '0', '0', '1', '–'],
    ['all', '7', '5', '2', '1', '0', '0', '1', '1', '1', '75.0 %'],
  ]);
});

test('what nobody can explain is told in a line, ready to be looked up', () => {
  expect(renderUnexplained(JUDGED, REASONS)[0]).toBe(
    '✗ reference/rules/employer.ts:7:1 StringLiteral  a b → ""',
  );
  expect(renderUnexplained(JUDGED.slice(0, 4), REASONS)).toEqual([]);
});

test('an explanation without a survivor is told', () => {
  expect(renderNeedless(JUDGED, REASONS)).toEqual([]);
  expect(renderNeedless(JUDGED.slice(0, 3), REASONS)).toEqual([
    '✗ survivors.yaml explains what does not survive in reference/rules/* (equivalent: the name of a rule is shown nowhere): take it out',
  ]);
});
