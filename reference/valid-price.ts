import type { Draft, PriceRequest } from './store.ts';

/** The newest price request of a draft, if it is neither invalidated nor expired. */
export const validPrice = (draft: Draft, now: Date): PriceRequest | undefined => {
  const newest = draft.priceRequests.at(-1);
  return newest && !newest.invalidated && newest.validUntil > now ? newest : undefined;
};
