import { log } from './log.ts';
import type { Place } from './place.ts';
import { plan } from './read-plan.ts';

const { id: idEvery } = plan.every;

/** Ids are emitted in batches of this many numbers and texts, or after this many milliseconds. */
const TOLD_AT_ONCE = 100;
const TOLD_AFTER = 1000;
let toldIds = 0;

const tellIds = ({ line, step, ids }: Place, now: number): void => {
  toldIds = now;
  if (ids.length > 0) log({ assay: 'ids', line, step, ids });
  ids.length = 0;
};

/**
 * Buffers the id that a draft received. Of very many, every virtual user samples the same share, by their suffix. k6
 * does not signal the last turn of a virtual user, so that nothing is buffered in a turn that may be the last.
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
