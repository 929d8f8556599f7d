import type { Line } from '../../spec/line.ts';

const turns = new Map<Line, Promise<void>>();

/** Lets work on the drafts of a line run one after the other, so that whose creation or update did what can be told. */
export const inTurn = <T>(line: Line, work: () => Promise<T>): Promise<T> => {
  const turn = (turns.get(line) ?? Promise.resolve()).then(work);
  const ended = (): void => undefined;
  turns.set(line, turn.then(ended, ended));
  return turn;
};
