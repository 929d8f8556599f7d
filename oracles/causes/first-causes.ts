import { callsRefused } from './calls-refused.ts';
import type { FirstCause, Judged } from './first-cause.ts';
import { foreignLinks } from './foreign-links.ts';
import { busyAnswers, lateAnswers, outages } from './no-answers.ts';
import { placesNotFound } from './place-not-found.ts';
import { staleOther } from './stale-other.ts';
import { unreadAnswers } from './unread-answers.ts';
import { valuesRefused } from './values-refused.ts';

/** In the order in which they may claim a cell that two of them explain. */
const FINDERS = [
  outages,
  unreadAnswers,
  staleOther,
  callsRefused,
  valuesRefused,
  placesNotFound,
  foreignLinks,
  lateAnswers,
  busyAnswers,
];

/**
 * Why cells of a run stand open, each cell under one cause, the cause of most cells first, a service that stopped
 * answering before all. It says what to look at; the verdicts are those of the roll-up.
 */
export const firstCauses = (judged: Judged): readonly FirstCause[] => {
  const claimed = new Set<string>();
  return FINDERS.flatMap((find) => find(judged))
    .map((cause) => {
      const cells = cause.cells.filter((cell) => !claimed.has(cell));
      for (const cell of cells) claimed.add(cell);
      return { ...cause, cells };
    })
    .filter(({ cells, isStop }) => cells.length > 0 || isStop)
    .sort(
      (a, b) =>
        Number(b.isStop ?? false) - Number(a.isStop ?? false) || b.cells.length - a.cells.length,
    );
};
