import { inject } from 'vitest';
import { rotationOfCommit, rotatingSample } from '../../exam/exam-options.ts';

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

/** One of several long tests, as the row of its table: a run of all tests takes one of them, a run of named tests all. */
export const inTurn = <Row>(row: Row, rows: readonly Row[]): readonly Row[] =>
  drawn(rows, 1).filter((each) => each === row);
