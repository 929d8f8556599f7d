import type { Ending } from './ending.ts';
import { DAMAGED } from './replay-damaged.ts';
import { NO_RUN } from './replay-no-run.ts';
import { PATHS } from './replay-path.ts';
import { SERVICES } from './replay-service.ts';
import { WHICH_RUN } from './replay-which-run.ts';

/** Replays: of the run that is meant, or of none. */
export const REPLAY: readonly Ending[] = [
  ...WHICH_RUN,
  ...NO_RUN,
  ...DAMAGED,
  ...SERVICES,
  ...PATHS,
];
