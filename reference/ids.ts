import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import type { Choices } from './choices.ts';
import type { Id } from './store.ts';
import type { IdKind } from './choices/ids.ts';
import type { Line } from '../spec/line.ts';

/** Generates an id of a kind on a line, unique in one service (D11). */
export type IdSource = (kind: IdKind, line: Line) => Id;

const counting = (first: number): (() => number) => {
  let last = first - 1;
  return () => (last += 1);
};

/** Numbers from 1 for each kind and line, so that different lines have the same ids (D12). */
const sequences = (): IdSource => {
  const counters = new Map<string, () => number>();
  return (kind, line) => {
    const next = counters.get(`${line}/${kind}`) ?? counting(1);
    counters.set(`${line}/${kind}`, next);
    return next();
  };
};

/** Ids with every character that has a meaning in a path, a query or an encoding (D4). */
const reserved: IdSource = () => {
  const half = (): string => randomBytes(6).toString('hex');
  return `Q/${half()}+${half()} a&b=c;d?e#f%2Fg`;
};

const SOURCES: Readonly<Record<Choices['ids']['shape'], () => IdSource>> = {
  uuid: () => () => randomUUID(),
  number: () => counting(randomInt(10_000_000, 90_000_000)),
  sequence: sequences,
  reserved: () => reserved,
};

/** The id source of a shape. */
export const idSource = (shape: Choices['ids']['shape']): IdSource => SOURCES[shape]();
