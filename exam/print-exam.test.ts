import { expect, test } from 'vitest';
import type { Area } from './area.ts';
import { areaRows, renderExam, sumUp } from './print-exam.ts';
import type { FaultTrial } from './outcome.ts';
import { scoreExam } from './score.ts';

const NO_BASELINE = {
  day: '2026-01-01',
  services: { dialects: 0, dialectRuns: 0, chanceRuns: 0, falseFailures: 0, notClean: 0 },
  faults: {},
  reasons: {},
};

const trial = (id: string, area: Area, seed: number, failed: readonly string[]): FaultTrial => ({
  candidate: {
    kind: 'fault',
    id,
    area,
    requirement: 'LEAD-01',
    cells: ['LEAD-01@gap.lead-create'],
    what: '',
    lines: ['gap'],
    seed,
  },
  exitCode: failed.length > 0 ? 1 : 0,
  failed,
  failedCells: failed.map((id) => `${id}@gap.lead-create`),
  inconclusive: [],
  caughtAfter: 1500,
  milliseconds: 1,
});

test('faults that were tried once are counted, and more often their runs', () => {
  const once = [trial('a', 'races', 1, ['LEAD-01']), trial('b', 'state', 1, [])];
  expect(sumUp(scoreExam(once))).toMatch(/^1 of 2 faults caught, 1 by name, 0 collateral, 1 with/);

  const often = [...once, trial('a', 'races', 2, ['LEAD-01', 'LEGAL-01'])];
  expect(sumUp(scoreExam(often))).toMatch(
    /^2 of 3 runs of 2 faults caught, 2 by name, 1 collateral/,
  );
  expect(areaRows(often)).toEqual([
    ['state', '1', '1', '0', '0', '0', '0', '1.5 s'],
    ['races', '1', '2', '2', '2', '1', '1', '1.5 s'],
    ['all', '2', '3', '2', '2', '1', '1', '1.5 s'],
  ]);
});

test('a run that went wrong says with which seed, the worst first', () => {
  const printed = renderExam(
    [
      trial('a', 'races', 1, ['LEAD-01']),
      trial('a', 'races', 2, []),
      trial('a', 'races', 3, ['X']),
    ],
    NO_BASELINE,
  );

  expect(printed.split('\n').slice(0, 3)).toEqual([
    '✗ a with seed 2  LEAD-01  survived (exit 0)',
    '✗ a with seed 3  LEAD-01  caught, but as X',
    '✓ a  LEAD-01  by name after 1.5 s',
  ]);
});

test('a fault that is found on some of its operations is named with the others', () => {
  const cells = ['LEAD-01@gap.lead-create', 'LEAD-01@travel.lead-create'];
  const partly = trial('a', 'rules', 1, ['LEAD-01']);
  const printed = renderExam(
    [{ ...partly, candidate: { ...partly.candidate, cells } }],
    NO_BASELINE,
  );

  expect(printed).toContain('by name after 1.5 s, but not on travel.lead-create');
});
