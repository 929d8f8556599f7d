import type { Draft } from '../store.ts';
import type { Fault } from './fault.ts';
import { type JsonObject, withPointer } from '../json.ts';
import { type Tables, draftOf } from '../call.ts';
import { beforeHandler } from './stages.ts';
import { valuesAt } from '../item-pointer.ts';

const keepsPrices = (
  id: string,
  what: string,
  sow: (tables: Tables, usual: Tables['invalidatePrices']) => Tables['invalidatePrices'],
): Fault => ({
  id,
  breaks: { requirement: 'GAP-PRICE-02', operation: 'gap.contract-create' },
  what,
  sow: (tables) => {
    tables.invalidatePrices = sow(tables, tables.invalidatePrices);
  },
});

/** The new content, but for one field, which is as it was. */
const unchangedAt = (pointer: string, { body }: Draft, next: JsonObject): JsonObject => {
  const [before] = valuesAt(body, pointer);
  return before === undefined ? next : withPointer(next, pointer, before);
};

const keepsPricesIn = (id: string, what: string, pointer: string): Fault =>
  keepsPrices(
    id,
    what,
    (_, usual) => (draft, next, today) => usual(draft, unchangedAt(pointer, draft, next), today),
  );

const SECOND = 1000;

/** Price requests of motor gap that outlive a change of a field that feeds the price. */
export const gapPriceInvalidationFaults: readonly Fault[] = [
  keepsPricesIn(
    'gap-price-outlives-claim-limit',
    'A motor gap contract keeps the old amount after claimLimit was changed.',
    '/terms/claimLimit',
  ),
  keepsPricesIn(
    'gap-price-outlives-variant',
    'A motor gap contract keeps the old amount after the variant was changed.',
    '/terms/variant',
  ),
  keepsPricesIn(
    'gap-price-outlives-purchase-price',
    'A motor gap contract keeps the old amount after the purchase price was changed.',
    '/risk/vehicle/invoice/purchasedPriceIncludingVat',
  ),
  keepsPricesIn(
    'gap-price-outlives-deductible',
    'A motor gap contract keeps the old amount after the deductible was changed.',
    '/risk/cascoFactors/deductible',
  ),
  keepsPricesIn(
    'gap-price-outlives-full-protection',
    'A motor gap contract keeps the old amount after the full protection was changed.',
    '/risk/cascoFactors/fullProtectionDuration',
  ),
  keepsPricesIn(
    'gap-price-outlives-claims',
    'A motor gap contract keeps the old amount after the claims of a driver were changed.',
    '/risk/drivers',
  ),
  keepsPrices(
    'gap-price-outlives-change-but-the-newest',
    'A change of a motor gap draft invalidates only its newest price request.',
    (_, usual) => (draft, next, today) => {
      const older = draft.priceRequests.slice(0, -1).filter(({ invalidated }) => !invalidated);
      usual(draft, next, today);
      if (draft.priceRequests.at(-1)?.invalidated !== true) return;
      // The newest that still holds is the one that counts.
      for (const price of older) price.invalidated = false;
      if (older.length > 0) draft.priceRequests.pop();
    },
  ),
  keepsPrices(
    'gap-price-outlives-any-change',
    'Motor gap never invalidates a price request.',
    () => () => undefined,
  ),
  keepsPrices(
    'gap-price-outlives-quick-update',
    'A motor gap update does not invalidate a price request that is younger than a second.',
    (tables, usual) => {
      const pricedAt = new WeakMap<Draft, number>();
      beforeHandler(tables, 'gap.price-request', (call) => {
        pricedAt.set(draftOf(call), call.now.getTime());
      });
      return (draft, next, today) => {
        const age = tables.now().getTime() - (pricedAt.get(draft) ?? 0);
        if (age >= SECOND) usual(draft, next, today);
      };
    },
  ),
];
