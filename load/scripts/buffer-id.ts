import { isSampledSuffix, SUFFIX } from '../answer-digest.ts';
import { emit } from './emit.ts';
import type { PlannedScenario } from '../plan.ts';
import { plan } from './read-plan.ts';

const { answer: answerEvery } = plan.every;

/** The ids of one scenario that have not been emitted yet. */
export interface IdBuffer extends Pick<PlannedScenario, 'line' | 'step' | 'lastTurns'> {
  /** Alternating row numbers and ids. */
  readonly ids: (number | string)[];
  /** Row numbers of the drafts. */
  readonly rowNumbers: readonly number[];
  /** Start of the scenario in milliseconds since the epoch. */
  readonly begun: number;
}

/** Ids are emitted in batches of this many numbers and texts, or after this many milliseconds. */
const BATCH_SIZE = 100;
const BATCH_MILLISECONDS = 1000;
let emittedAt = 0;

const emitIds = ({ line, step, ids }: IdBuffer, now: number): void => {
  emittedAt = now;
  if (ids.length > 0) emit({ assay: 'ids', line, step, ids });
  ids.length = 0;
};

const sampled: Record<string, boolean> = {};

/** Remembers if ids with this suffix are sampled, since two calls of `charCodeAt` take 4 µs. */
export const isSampled = (suffix: string): boolean =>
  (sampled[suffix] ??= isSampledSuffix(suffix, answerEvery));

/**
 * Buffers the id that a draft received, if it is sampled. k6 does not signal the last turn of a virtual user, so that
 * nothing is buffered in a turn that may be the last.
 */
export const bufferId = (here: IdBuffer, nth: number, id: string): void => {
  if (!isSampled(id.slice(-SUFFIX))) return;
  here.ids.push(here.rowNumbers[nth] as number, id);
  const now = Date.now();
  const isLast = now - here.begun >= here.lastTurns;
  if (isLast || here.ids.length >= BATCH_SIZE || now - emittedAt > BATCH_MILLISECONDS)
    emitIds(here, now);
};
