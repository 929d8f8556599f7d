import { emit } from './emit.ts';
import type { UserState } from './user-state.ts';
import { plan } from './read-plan.ts';

const { id: idEvery } = plan.every;

/** Ids are emitted in batches of this many numbers and texts, or after this many milliseconds. */
const BATCH_SIZE = 100;
const BATCH_MILLISECONDS = 1000;
let emittedAt = 0;

const emitIds = ({ line, step, ids }: UserState, now: number): void => {
  emittedAt = now;
  if (ids.length > 0) emit({ assay: 'ids', line, step, ids });
  ids.length = 0;
};

/**
 * Buffers the id that a draft received. Of very many, every virtual user samples the same share, by their suffix. k6
 * does not signal the last turn of a virtual user, so that nothing is buffered in a turn that may be the last.
 */
export const bufferId = (here: UserState, nth: number, id: string): void => {
  const { length } = id;
  if (idEvery > 1 && (id.charCodeAt(length - 1) * 31 + id.charCodeAt(length - 2)) % idEvery !== 0)
    return;
  here.ids.push(here.rowNumbers[nth] as number, id);
  const now = Date.now();
  const isLast = now - here.begun >= here.lastTurns;
  if (isLast || here.ids.length >= BATCH_SIZE || now - emittedAt > BATCH_MILLISECONDS)
    emitIds(here, now);
};
