import { VERSION, VERSION_HEADER } from '../../../spec/limits.ts';
import type { GapDraft } from '../../../spec/schemas/gap-draft.ts';
import { type Call, draftOf, type Tables } from '../../call.ts';
import type { Fault } from '../injection/fault.ts';
import { recordHistories } from '../injection/histories.ts';
import { beforeHandler, namedDraft } from '../injection/stages.ts';

const PRICE = 'gap.price-request';

/** Adds hundredths of EUR to each price; `extra` is called before the price is computed. */
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
  inject: (tables) => addToPrices(tables, extra),
});

const pricesOf = (call: Call): number => draftOf(call).priceRequests.length;

const hasClaims = (call: Call): boolean => {
  const { risk } = draftOf(call).body as GapDraft;
  return (risk?.drivers ?? []).some(({ numberOfClaimsLast5Years = '0' }) =>
    /^[123]/.test(numberOfClaimsLast5Years),
  );
};

/** Adds a cent to each price of a draft whose history matches. */
const costsMoreAfter = (id: string, what: string, story: RegExp): Fault => ({
  id,
  breaks: { requirement: 'GAP-PRICE-03', operation: PRICE },
  what,
  inject: (tables) => {
    const history = recordHistories(tables);
    addToPrices(tables, (call) => (story.test(history(draftOf(call))) ? 1 : 0));
  },
});

const UPDATE = 'gap.draft-update';

/** Prices that apply the content of a refused update. */
const followsRefusedUpdates = (
  id: string,
  what: string,
  isMeant: (call: Call) => boolean,
): Fault => ({
  id,
  breaks: { requirement: 'GAP-PRICE-03', operation: PRICE },
  what,
  inject: (tables) => {
    tables.finish.push((call, reply) => {
      const draft = namedDraft(call);
      const isRefused = call.operation.id === UPDATE && reply.status >= 400;
      if (draft && isRefused && isMeant(call)) {
        const { terms } = JSON.parse(call.bytes?.toString() ?? '{}') as GapDraft;
        draft.body = { ...draft.body, terms };
      }
      return reply;
    });
  },
});

/** Motor gap prices that change although the draft does not. */
export const faults: readonly Fault[] = [
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
  costsMoreAfter(
    'gap-price-a-cent-more-after-a-lead',
    'A motor gap draft costs a cent more after a lead.',
    /lead-create /,
  ),
  costsMoreAfter(
    'gap-price-a-cent-more-once-read-after-a-price',
    'A motor gap draft costs a cent more once it was read after a price request.',
    /price-request .*draft-get /,
  ),
  costsMore(
    'gap-prices-of-two-drivers-drift',
    'Motor gap drafts with two drivers cost a euro more with every price request.',
    (call) =>
      ((draftOf(call).body as GapDraft).risk?.drivers ?? []).length > 1 ? pricesOf(call) * 100 : 0,
  ),
  followsRefusedUpdates(
    'gap-price-follows-an-update-without-version',
    'A motor gap price applies an update that was refused for its missing version.',
    ({ headers }) => headers[VERSION_HEADER.toLowerCase()] === undefined,
  ),
  {
    ...followsRefusedUpdates(
      'gap-price-follows-an-update-by-another-client',
      'A motor gap price applies an update that was refused to another client.',
      ({ client, headers }) =>
        client?.name === 'other' && headers[VERSION_HEADER.toLowerCase()] === VERSION,
    ),
    shownBy: ({ othersMay }) => othersMay !== 'everything',
  },
  followsRefusedUpdates(
    'gap-price-follows-a-faulty-update',
    'A motor gap price applies an update that was refused for its language.',
    ({ bytes, client, headers }) =>
      client !== undefined &&
      headers[VERSION_HEADER.toLowerCase()] === VERSION &&
      /"language":\s*\{/.test(bytes?.toString() ?? ''),
  ),
];
