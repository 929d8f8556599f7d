import { expect, test } from 'vitest';
import { exampleJudged } from '../testing/example-mutant.ts';
import {
  renderUnused,
  renderUnexplained,
  sourceReadmeLine,
  sourceRows,
  scoreOf,
  tallyOf,
} from './print-source.ts';
import { parseSurvivors } from './survivors.ts';

const REASONS = parseSurvivors(`
- file: reference/rules/*
  code: '^id: '
  reason: 'equivalent: the name of a rule is shown nowhere'
`);

const JUDGED = [
  exampleJudged('fail'),
  exampleJudged('fail'),
  exampleJudged('open'),
  { ...exampleJudged('open'), cause: 'no-rule' } as const,
  { ...exampleJudged('open'), cause: 'legal-refused' } as const,
  exampleJudged('survived'),
  exampleJudged('survived', { code: 'return undefined;', line: 7, original: 'a\n  b' }),
  exampleJudged('unreached', { file: 'reference/ids.ts' }),
  exampleJudged('unstarted', { file: 'reference/ids.ts' }),
];

test('the score relates killed mutants to the reachable and visible ones', () => {
  const tally = tallyOf(JUDGED, REASONS);

  expect(tally).toMatchObject({
    mutants: 9,
    reached: 7,
    killed: 5,
    openByRule: 1,
    explained: 1,
    unexplained: 1,
  });
  expect(scoreOf(tally)).toBeCloseTo(5 / 6);
  expect(sourceReadmeLine('2026-11-22', tally)).toBe(
    '> **Source exam of 2026-11-22**: 5 of 6 mutants of the reference killed (83.3 %): 2 by a fail, 0 taken for a wrong ' +
      'configuration, 0 hung, 1 left open by a judgement rule, 2 open without one (40.0 % fails rather than open cells, ' +
      '50.0 % where the rules allow a fail); 1 survived, 1 more for a known reason, 1 not reached, 1 without a start.',
  );
});

test('one row per folder, per top-level file, and in total', () => {
  expect(sourceRows(JUDGED, REASONS)).toEqual([
    ['reference/rules/', '7', '7', '2', '3', '1', '0', '0', '1', '1', '0', '83.3 %'],
    ['reference/ids.ts', '2', '0', '0', '0', '0', '0', '0', '0', '0', '1', '–'],
    ['all', '9', '7', '2', '3', '1', '0', '0', '1', '1', '1', '83.3 %'],
  ]);
});

test('prints an unexplained survivor on one searchable line', () => {
  expect(renderUnexplained(JUDGED, REASONS)[0]).toBe(
    '✗ reference/rules/employer.ts:7:1 StringLiteral  a b → ""',
  );
  expect(renderUnexplained(JUDGED.slice(0, 6), REASONS)).toEqual([]);
});

test('reports an explanation without a survivor', () => {
  expect(renderUnused(JUDGED, REASONS)).toEqual([]);
  expect(renderUnused(JUDGED.slice(0, 5), REASONS)).toEqual([
    '✗ survivors.yaml explains a mutant that does not survive in reference/rules/* (equivalent: the name of a rule is shown nowhere): remove the entry',
  ]);
});
