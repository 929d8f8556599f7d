import { expect, test } from 'vitest';
import { AREAS } from '../../exam/select-faults.ts';
import { LINES } from '../../spec/line.ts';
import {
  sampledFaults,
  spread,
  scoreOf,
  type CorrectTrial,
  type FaultTrial,
} from './bench-faults.ts';
import type { Trial } from './try-service.ts';

test('a sample has equally many faults of each area, without duplicates, on all lines', () => {
  const faults = sampledFaults(7, 1);

  expect(faults).toHaveLength(7 * AREAS.length);
  expect(faults.length).toBeGreaterThanOrEqual(60);
  expect(new Set(faults.map(({ id }) => id)).size).toBe(faults.length);
  expect(new Set(faults.map(({ line }) => line))).toEqual(new Set(LINES));
});

test('a seed draws the same faults again, another seed others', () => {
  expect(sampledFaults(7, 1)).toEqual(sampledFaults(7, 1));
  expect(sampledFaults(7, 1)).not.toEqual(sampledFaults(7, 2));
});

test.each([
  [3, 0, [0, 3, 6]],
  [2, 1, [3, 8]],
  [99, 0, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]],
])('%i of ten are spread over all of them (seed %i)', (size, seed, chosen) => {
  const items = Array.from({ length: 10 }, (_, at) => at);

  expect(spread(items, size, seed)).toEqual(chosen);
});

const trial = (...reports: readonly string[]): Trial => ({
  reports: new Set(reports),
  wall: 2,
  requests: 10,
});

const fault = (area: string, ...trials: readonly Trial[]): FaultTrial => ({
  fault: { id: 'a', area, line: 'gap' },
  trials,
});

const correct: readonly CorrectTrial[] = [
  { dialect: 'plain', line: 'gap', trials: [trial(), trial('known')] },
  { dialect: 'plain', line: 'travel', trials: [trial(), trial('of travel')] },
  { dialect: 'strict', line: 'gap', trials: [trial(), trial('of travel')] },
];

test('a report that also occurs without the fault is no catch', () => {
  const tried = [
    fault('fields', trial('fails'), trial('known', 'new')),
    fault('fields', trial('fails'), trial('known', 'of travel')),
    fault('races', trial('fails'), trial('known')),
    fault('races', trial('fails'), trial()),
  ];
  expect(scoreOf(tried, correct)).toEqual({
    ok: true,
    rows: [
      ['assay gate', '4 of 4', '0 of 3', '2.0 s', '10'],
      ['Schemathesis', '2 of 4', '3 of 3', '2.0 s', '10'],
      ['ratio', '2.00, at least 1.7 required', '', '', ''],
      ['2 of fields', 'assay gate 2, Schemathesis 2', '', '', ''],
      ['2 of races', 'assay gate 2, Schemathesis 0', '', '', ''],
    ],
  });
});

test('a tool that did not finish caught nothing, and raises a false alarm on a correct service', () => {
  const lost: Trial = { ...trial(), trouble: 'killed' };
  const tried = [fault('fields', lost, trial('new'))];
  const { rows, ok } = scoreOf(tried, [{ dialect: 'plain', line: 'gap', trials: [lost, trial()] }]);

  expect(rows[0]?.slice(0, 3)).toEqual(['assay gate', '0 of 1, 1 came to no end', '1 of 1']);
  expect(ok).toBe(false);
});
