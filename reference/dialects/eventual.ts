import type { Dialect } from './dialect.ts';
import { choicesWith } from '../choices.ts';

/** Reads come from a replica that lags behind (D2, D3, K1). */
export const eventual: Dialect = {
  name: 'eventual',
  what: 'shows writes, contracts and payment statuses only after 1.2 s, and replays a second contract',
  slow: true,
  choices: choicesWith({
    readsLag: 1200,
    secondContract: 'replay',
    location: { form: 'relative' },
    items: { deletedAgain: 200 },
  }),
};
