import type { Dialect } from './dialect.ts';
import { choicesWith } from '../choices.ts';

/** Reads come from a replica that lags behind (D2, D3, K1). */
export const eventual: Dialect = {
  name: 'eventual',
  what: 'shows writes, contracts and payment statuses only after 300 ms, and replays a second contract',
  choices: choicesWith({
    readsLag: 300,
    secondContract: 'replay',
    location: { form: 'relative' },
    items: { deletedAgain: 200 },
  }),
};
