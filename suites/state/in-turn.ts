import type { Line } from '../../spec/line.ts';

import type { Run } from '../run.ts';

/** Runs work on the drafts of a line one after the other, so that each effect has one cause. */
export const inTurn = <T>(run: Run, line: Line, work: () => Promise<T>): Promise<T> => {
  const { turns } = run.memory;
  const turn = (turns.get(line) ?? Promise.resolve()).then(work);
  const ended = (): void => undefined;
  turns.set(line, turn.then(ended, ended));
  return turn;
};
