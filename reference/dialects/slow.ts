import type { Dialect } from './dialect.ts';
import { choicesWith } from '../choices.ts';

/** A service behind a busy gateway: patience is part of the protocol (S8, S9, K4). */
export const slow: Dialect = {
  name: 'slow',
  what: 'accepts 20 to 150 ms, asks for patience every 40 requests (429) and is unavailable every 150 (503)',
  slow: true,
  choices: choicesWith({
    transport: {
      connections: 'short',
      delay: [20, 150],
      busyEvery: 40,
      unavailableEvery: 150,
    },
  }),
};
