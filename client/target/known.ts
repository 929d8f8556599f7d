import type { BodyContext } from './target-bodies.ts';

/** What was told so far and later bodies need: ids, the newest price, the user terms token. */
export type Known = Pick<BodyContext, 'contract' | 'price' | 'token'> & {
  readonly [Thing in 'draft' | 'car' | 'person' | 'metadata']: Pick<BodyContext[Thing], 'id'>;
};

/** Nothing was told yet. */
export const NOTHING_KNOWN: Known = {
  draft: {},
  car: {},
  person: {},
  metadata: {},
  contract: {},
  price: {},
};
