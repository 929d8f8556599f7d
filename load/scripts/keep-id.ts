import { log } from './log.ts';
import type { Place } from './place.ts';
import { plan } from './read-plan.ts';

const { id: idEvery } = plan.every;

/** Ids are told in so many numbers and texts at once, or after so many milliseconds. */
const TOLD_AT_ONCE = 100;
const TOLD_AFTER = 1000;
let toldIds = 0;

const tellIds = ({ line, step, ids }: Place, now: number): void => {
  toldIds = now;
  if (ids.length > 0) log({ assay: 'ids', line, step, ids });
  ids.length = 0;
};

/**
 * Keeps the id that a draft got. Of very many the same part is told everywhere, by how they end. k6 tells no virtual user that its
 * last turn is over, so that in what may be the last one nothing is kept back.
 */
export const keepId = (here: Place, nth: number, id: string): void => {
  const { length } = id;
  if (idEvery > 1 && (id.charCodeAt(length - 1) * 31 + id.charCodeAt(length - 2)) % idEvery !== 0)
    return;
  here.ids.push(here.rowNumbers[nth] as number, id);
  const now = Date.now();
  const isLast = now - here.begun >= here.lastTurns;
  if (isLast || here.ids.length >= TOLD_AT_ONCE || now - toldIds > TOLD_AFTER) tellIds(here, now);
};
