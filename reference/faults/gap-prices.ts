import { type Call, draftOf, type Tables } from '../call.ts';
import type { Fault } from './fault.ts';
import type { GapDraft } from '../../spec/schemas/gap-draft.ts';
import { Refusal } from '../refusal.ts';
import { beforeHandler } from './stages.ts';

const PRICE = 'gap.price-request';

/** Refuses a price request or an update where it may not be. */
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
    sow: (tables) => {
      beforeHandler(tables, operation, (call) => {
        if (isRefused(call)) throw new Refusal('rule', 'the draft has its price', { status });
      });
    },
  };
};

/** Adds hundredths of EUR to each price; `extra` is asked before it is computed. */
const addToPrices = (tables: Tables, extra: (call: Call, count: number) => number): void => {
  const tariff = tables.tariffs.gap;
  let added = 0;
  beforeHandler(tables, PRICE, (call, count) => {
    added = extra(call, count);
  });
  tables.tariffs.gap = (subject) => {
    const price = tariff(subject);
    return { ...price, amount: price.amount + added };
  };
};

const costsMore = (
  id: string,
  what: string,
  extra: (call: Call, count: number) => number,
): Fault => ({
  id,
  breaks: { requirement: 'GAP-PRICE-03', operation: PRICE },
  what,
  sow: (tables) => addToPrices(tables, extra),
});

const pricesOf = (call: Call): number => draftOf(call).priceRequests.length;

const hasClaims = (call: Call): boolean => {
  const { risk } = draftOf(call).body as GapDraft;
  return (risk?.drivers ?? []).some(({ numberOfClaimsLast5Years = '0' }) =>
    /^[123]/.test(numberOfClaimsLast5Years),
  );
};

/** Faults of motor gap prices that show only on a draft that has one already. */
export const gapPriceFaults: readonly Fault[] = [
  refuses(
    'second-gap-price-against-the-rules',
    'GAP-PRICE-01',
    'A motor gap draft answers 402 to its second price request.',
    402,
    (call) => pricesOf(call) > 0,
  ),
  refuses(
    'third-gap-price-refused',
    'GAP-PRICE-01',
    'A motor gap draft answers 400 to its third price request.',
    400,
    (call) => pricesOf(call) > 1,
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
    (call) => pricesOf(call) > 0,
  ),
  costsMore(
    'second-gap-price-a-cent-more',
    'The second price request of a motor gap draft costs a cent more.',
    (call) => (pricesOf(call) === 1 ? 1 : 0),
  ),
  costsMore(
    'third-gap-price-a-euro-less',
    'A motor gap draft gets a euro cheaper with its third price request.',
    (call) => (pricesOf(call) >= 2 ? -100 : 0),
  ),
  costsMore(
    'gap-prices-drift',
    'Every motor gap price request of the service costs a cent more than the one before.',
    (_, count) => count,
  ),
  costsMore(
    'gap-prices-drift-with-claims',
    'Motor gap drafts with claims cost a euro more with every price request.',
    (call) => (hasClaims(call) ? pricesOf(call) * 100 : 0),
  ),
];
