import { expect, test } from 'vitest';
import { exampleTrial } from './testing/example-trial.ts';
import { renderExam, renderRejudged } from './print-exam.ts';
import { scoreExam } from './score.ts';

const NO_BASELINE = {
  day: '2026-01-01',
  services: { dialects: 0, dialectRuns: 0, chanceRuns: 0, falseFailures: 0, notClean: 0 },
  faults: {},
  reasons: {},
};

test('prints wrong runs with their seed, the worst first', () => {
  const printed = renderExam(
    [
      exampleTrial('a', ['LEAD-01']),
      exampleTrial('a', [], { seed: 2 }),
      exampleTrial('a', ['X'], { seed: 3 }),
    ],
    NO_BASELINE,
  );

  expect(printed.split('\n').slice(0, 3)).toEqual([
    '✗ a with seed 2  LEAD-01  survived (exit 0)',
    '✗ a with seed 3  LEAD-01  caught, but as X',
    '✓ a  LEAD-01  by name after 1.5 s',
  ]);
});

test('names the missed operations of a fault that was found on some', () => {
  const cells = ['LEAD-01@gap.lead-create', 'LEAD-01@travel.lead-create'];
  const printed = renderExam([exampleTrial('a', ['LEAD-01'], { cells })], NO_BASELINE);

  expect(printed).toContain('by name after 1.5 s, but not on travel.lead-create');
});

test('reports a recording with other verdicts once, with the change and its folder', () => {
  const shared = { otherwise: '~ LEAD-01  fail → pass' };
  const kept = 'unclean/b-seed-2';
  const trials = [
    { ...exampleTrial('a', ['LEAD-01']), again: {} },
    { ...exampleTrial('b', ['LEAD-01'], { seed: 2 }), again: shared, kept },
    { ...exampleTrial('c', ['LEAD-01'], { seed: 2 }), again: shared, kept },
  ];

  const lines = renderExam(trials, NO_BASELINE).match(/^✗ the recording[^]*?$\n.*$/gm);
  expect(lines).toEqual([
    `✗ the recording of b with seed 2, c with seed 2 is judged differently (its run is kept next to the matrix, in ${kept}):\n~ LEAD-01  fail → pass`,
  ]);
});

test('counts only rejudged recordings, and one shared by several faults once', () => {
  const shared = {};
  const trials = [
    exampleTrial('killed', []),
    { ...exampleTrial('a', ['LEAD-01']), again: shared },
    { ...exampleTrial('b', ['LEAD-01']), again: shared },
    { ...exampleTrial('c', ['LEAD-01']), again: { otherwise: 'changed' } },
  ];

  expect(renderRejudged(scoreExam(trials))).toBe(
    'rejudged: 1 of 2 recordings led to the same verdicts',
  );
});
