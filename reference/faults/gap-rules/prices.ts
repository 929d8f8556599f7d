import { type Call, draftOf, type Tables } from '../../call.ts';
import { valuesAt } from '../../item-pointer.ts';
import { type JsonObject, withPointer } from '../../json.ts';
import { Refusal } from '../../refusal.ts';
import type { Draft } from '../../store.ts';
import type { Fault } from '../injection/fault.ts';
import { denialFault, deny } from '../injection/histories.ts';
import { afterRefusal, beforeHandler } from '../injection/stages.ts';

const PRICE = 'gap.price-request';

/** Wrongly refuses a price request or an update. */
const refuses = (
  id: string,
  requirement: 'GAP-PRICE-01' | 'GAP-PRICE-04',
  what: string,
  status: number,
  isRefused: (call: Call) => boolean,
): Fault => {
  const operation = requirement === 'GAP-PRICE-01' ? PRICE : 'gap.draft-update';
  return {
    id,
    breaks: { requirement, operation },
    what,
    inject: (tables) => {
      beforeHandler(tables, operation, (call) => {
        if (isRefused(call)) throw new Refusal('rule', 'the draft has its price', { status });
      });
    },
  };
};

const keepsPrices = (
  id: string,
  what: string,
  inject: (tables: Tables, usual: Tables['invalidatePrices']) => Tables['invalidatePrices'],
): Fault => ({
  id,
  breaks: { requirement: 'GAP-PRICE-02', operation: 'gap.contract-create' },
  what,
  inject: (tables) => {
    tables.invalidatePrices = inject(tables, tables.invalidatePrices);
  },
});

/** The new content with the old value of one field. */
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

/**
 * Faults of motor gap prices on a draft that already has one, and of prices that stay valid after a
 * change.
 */
export const faults: readonly Fault[] = [
  // Faults of motor gap prices that show only on a draft that already has one.
  refuses(
    'second-gap-price-against-the-rules',
    'GAP-PRICE-01',
    'A motor gap draft answers 402 to its second price request.',
    402,
    (call) => draftOf(call).priceRequests.length > 0,
  ),
  refuses(
    'third-gap-price-refused',
    'GAP-PRICE-01',
    'A motor gap draft answers 400 to its third price request.',
    400,
    (call) => draftOf(call).priceRequests.length > 1,
  ),
  refuses(
    'gap-price-refused-after-update',
    'GAP-PRICE-01',
    'A motor gap draft refuses a new price request after an update.',
    402,
    (call) => draftOf(call).priceRequests.at(-1)?.invalidated === true,
  ),
  refuses(
    'gap-update-refused-after-price',
    'GAP-PRICE-04',
    'A motor gap draft refuses updates after a price request (409).',
    409,
    (call) => draftOf(call).priceRequests.length > 0,
  ),
  refuses(
    'gap-change-refused-after-price',
    'GAP-PRICE-04',
    'A motor gap draft refuses updates with another content after a price request (409).',
    409,
    (call) => {
      const { priceRequests, body } = draftOf(call);
      const isSame = call.bytes?.toString() === JSON.stringify(body);
      return priceRequests.length > 0 && !isSame;
    },
  ),
  // Motor gap price requests that stay valid after a change of a field that influences the price.
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
      // The newest valid price request counts.
      for (const price of older) price.invalidated = false;
      if (older.length > 0) draft.priceRequests.pop();
    },
  ),
  keepsPrices(
    'gap-price-holds-again-after-another-update',
    'A motor gap price request that a change invalidated becomes valid again after an update that does not affect the price.',
    (_, usual) => (draft, next, today) => {
      const before = draft.priceRequests.filter(({ invalidated }) => invalidated);
      for (const price of before) price.invalidated = false;
      usual(draft, next, today);
    },
  ),
  keepsPrices(
    'gap-price-outlives-second-update',
    'Only the first update of a motor gap draft after a price request invalidates it.',
    (tables, usual) => {
      const updated = new WeakSet<Draft>();
      beforeHandler(tables, PRICE, (call) => {
        updated.delete(draftOf(call));
      });
      return (draft, next, today) => {
        if (!updated.has(draft)) usual(draft, next, today);
        updated.add(draft);
      };
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
  {
    id: 'gap-price-refused-after-a-refused-update',
    breaks: { requirement: 'GAP-PRICE-01', operation: 'gap.price-request' },
    what: 'A priced motor gap draft is not priced again once it refused a faulty update.',
    inject: (tables) => {
      const closed = new WeakSet<Draft>();
      afterRefusal(tables, 'gap.draft-update', (draft) => {
        if (draft.priceRequests.length > 0) closed.add(draft);
      });
      beforeHandler(tables, 'gap.price-request', (call) => {
        if (closed.has(draftOf(call))) deny(402);
      });
    },
  },
  denialFault(
    'third-gap-price-refused-after-two-updates',
    'GAP-PRICE-01',
    'gap.price-request',
    /(draft-update .*){2}(price-request .*){2}/,
    409,
    'A motor gap draft refuses its third price request after two updates.',
  ),
  denialFault(
    'gap-update-refused-after-two-prices-and-terms',
    'GAP-PRICE-04',
    'gap.draft-update',
    /(price-request ){2}(token-terms )/,
    409,
    'A motor gap draft refuses an update after two price requests in a row and the user terms.',
  ),
];
