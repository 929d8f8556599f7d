import { type GapPriceInputs, gapPriceInputs } from './prices/gap-price-inputs.ts';
import type { Draft } from './store.ts';
import type { JsonObject } from './json.ts';

/** Marks earlier price requests of a motor gap draft when a field that influences the price changes (States, rule 2). */
export const invalidatePrices = (draft: Draft, next: JsonObject, today: string): void => {
  const before = gapPriceInputs(draft.body, today);
  const after = gapPriceInputs(next, today);
  const names = Object.keys(before) as (keyof GapPriceInputs)[];
  if (names.every((name) => before[name] === after[name])) return;
  for (const price of draft.priceRequests) price.invalidated = true;
};
