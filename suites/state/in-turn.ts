import type { Line } from '../../spec/line.ts';

import type { Run } from '../run.ts';

/** Lets work on the drafts of a line run one after the other, so that whose creation or update did what can be told. */
export const inTurn = <T>(run: Run, line: Line, work: () => Promise<T>): Promise<T> => {
  const { turns } = run.memory;
  const turn = (turns.get(line) ?? Promise.resolve()).then(work);
  const ended = (): void => undefined;
  turns.set(line, turn.then(ended, ended));
  return turn;
};
