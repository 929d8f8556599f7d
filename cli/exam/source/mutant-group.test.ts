import { expect, test } from 'vitest';
import { groupsOf, halvesOf } from './mutant-group.ts';
import { reachOf, type LineReach } from './reach.ts';
import { sampleMutant } from './sample-mutant.ts';
import { newTrial, type Trial } from './trial.ts';

const REACH = { lines: ['gap'], early: false, hits: 1 } as const;

/** A mutant of some text that begins at a place. */
const placed = (id: string, line: number, column: number, original: string): Trial =>
  newTrial(sampleMutant({ id, line, column, original }), REACH);

const idsOf = (groups: readonly (readonly Trial[])[]) =>
  groups.map((group) => group.map(({ mutant }) => mutant.id));

test('mutants beside each other are on at once, one inside the other is not', () => {
  const outer = placed('outer', 1, 1, 'a && b');
  const inner = placed('inner', 1, 6, 'b');
  const beside = placed('beside', 1, 7, '\nc');
  const below = placed('below', 2, 2, 'd');

  expect(idsOf(groupsOf([outer, inner, beside, below]))).toEqual([
    ['outer', 'beside', 'below'],
    ['inner'],
  ]);
});

test('mutants that wait for other lines, or too many, make another group', () => {
  const many = Array.from({ length: 20 }, (_, at) => placed(String(at), at + 1, 1, 'x'));
  const other: Trial = { ...placed('travel', 99, 1, 'x'), left: ['travel'] };

  const both: Trial = { ...placed('both', 98, 1, 'x'), left: ['travel', 'gap'] };

  expect(groupsOf([...many, other]).map(({ length }) => length)).toEqual([16, 4, 1]);
  expect(groupsOf([...many.slice(0, 5), other, both])).toHaveLength(1);
  expect(halvesOf([1, 2, 3])).toEqual([[1, 2], [3]]);
  expect(halvesOf([1])).toEqual([[1]]);
});

/** What two runs of a line reached. */
const lineReach = (
  line: LineReach['line'],
  loading: Record<string, number>,
  first: Record<string, number>,
  second: Record<string, number>,
): LineReach => ({
  line,
  first: { loading, running: first, met: [] },
  second: { loading, running: second, met: [] },
  milliseconds: 1,
});

test('a mutant is early where it is reached while files are loaded, or in the first run alone', () => {
  const all = [
    lineReach('gap', { loaded: 1 }, { kept: 1, usual: 2 }, { usual: 2 }),
    lineReach('travel', { loaded: 1 }, { usual: 3 }, { usual: 3 }),
  ];

  expect(reachOf('nowhere', all)).toBeUndefined();
  expect(reachOf('loaded', all)).toMatchObject({ early: true, hits: 0 });
  expect(reachOf('loaded', all)?.lines).toHaveLength(4);
  expect(reachOf('kept', all)).toEqual({ lines: ['gap'], early: true, hits: 1 });
  expect(reachOf('usual', all)).toEqual({ lines: ['gap', 'travel'], early: false, hits: 5 });
});
