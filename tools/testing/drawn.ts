import { inject } from 'vitest';
import { rotationOfCommit, rotatingSample, samplesOf } from '../../exam/exam-options.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** True in a run of all tests, which takes a part of each long table. */
    readonly drawsTables?: boolean;
  }
}

/**
 * Rows of a long table to be tried. A run of all tests takes at most `size` rows, chosen by the hash of the commit, so that
 * many commits cover all of them; a run of named tests takes all rows.
 */
export const drawn = <Row>(rows: readonly Row[], size: number): readonly Row[] =>
  inject('drawsTables') ? rotatingSample(rows, size, rotationOfCommit()) : rows;

/** Kinds of tests that make several whole runs, or take a minute or more. */
const LONG_TESTS: readonly string[] = [
  'packages',
  'documents',
  'mutants',
  'other clients',
  'observations',
  'secrets',
  'full target',
  'hostile answers',
  'news since a run',
  'decided services',
  'two builds',
  'declared away',
  'nights',
  'foreign services',
  'judge mutants',
  'runs in a thread',
  'mocks',
  'recipes',
  'undeclared limits',
  'kills',
  'replays',
  'hostile services',
  'failing services',
  'actions',
  'watches',
  'named files',
];
/** Number of kinds in a run of all tests. */
const TURNS = 1;

/**
 * Rows of a long test of a kind: one of them if it is the kind's turn at this commit, otherwise none. Its next row follows at its
 * next turn. A run of named tests takes all rows.
 */
export const drawnInTurn = <Row = string>(kind: string, rows: readonly Row[]): readonly Row[] => {
  if (!inject('drawsTables')) return rows;
  if (!drawn(LONG_TESTS, TURNS).includes(kind)) return [];
  const turn = Math.floor(rotationOfCommit() / samplesOf(LONG_TESTS.length, TURNS));
  return rotatingSample(rows, 1, turn);
};
