import { randomInt, randomUUID } from 'node:crypto';
import type { Choices, IdKind } from './choices.ts';
import type { Id } from './store.ts';
import type { Line } from '../spec/line.ts';

/** Makes a new id of a kind on a line; never the same twice in one service (D11). */
export type IdSource = (kind: IdKind, line: Line) => Id;

/** The id source of a shape. Numbers count up, for all kinds and lines together, from a random start. */
export const idSource = (shape: Choices['ids']['shape']): IdSource => {
  if (shape === 'uuid') return () => randomUUID();
  let last = randomInt(10_000_000, 90_000_000);
  return () => {
    last += 1;
    return last;
  };
};
