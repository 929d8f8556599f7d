import { expect, test } from 'vitest';
import { contractBody, ITEM_BODIES, writeDraft } from './testing/journey.ts';
import { SAMPLE_DRAFTS } from './testing/sample-drafts.ts';
import { at, type Visitor } from './testing/visitor.ts';
import { withDialect } from './testing/with-dialect.ts';

/** A travel draft, and the calls on it on the way to a contract. */
const journeyOf = async (visitor: Visitor) => {
  const { draftId } = await writeDraft(visitor, 'travel', SAMPLE_DRAFTS.travel);
  const ids = { draftId };
  return {
    price: () => visitor.call('travel.price-request', ids, {}),
    terms: () => visitor.call('travel.token-terms', ids, {}),
    update: () => visitor.call('travel.draft-update', ids, SAMPLE_DRAFTS.travel),
    addCar: () => visitor.call('travel.car-post', ids, ITEM_BODIES.car),
    contract: (body: unknown) => visitor.call('travel.contract-create', ids, body),
  };
};

const payloadOf = async (
  visitor: Visitor,
  { price, terms }: Awaited<ReturnType<typeof journeyOf>>,
) => contractBody(visitor, 'travel', await price(), await terms());

test('a token is valid for one contract call, and a price for one contract', async () => {
  const statuses = await withDialect('one-use', async (visitor) => {
    const journey = await journeyOf(visitor);
    const first = await payloadOf(visitor, journey);
    const made = await journey.contract(first);
    const withOldToken = await journey.contract(first);
    const newToken = contractBody(visitor, 'travel', made, await journey.terms());
    const withOldPrice = await journey.contract(newToken);
    const anew = await journey.contract(await payloadOf(visitor, journey));
    const answers = [made, withOldToken, withOldPrice, anew];
    return answers.map(({ status }) => status);
  });

  expect(statuses).toEqual([200, 400, 400, 200]);
});

test.each(['update', 'addCar'] as const)('%s invalidates tokens and prices', async (change) => {
  const statuses = await withDialect('fleeting', async (visitor) => {
    const journey = await journeyOf(visitor);
    const payload = await payloadOf(visitor, journey);
    await journey[change]();
    const withOld = await journey.contract(payload);
    await journey.price();
    const withOldToken = await journey.contract(payload);
    const anew = await journey.contract(await payloadOf(visitor, journey));
    return [withOld.status, withOldToken.status, anew.status];
  });

  expect(statuses).toEqual([400, 400, 200]);
});

test('adding an equal car returns the existing one, and an unchanged draft the existing price', async () => {
  const same = await withDialect('deduplicating', async (visitor) => {
    const { addCar, price } = await journeyOf(visitor);
    const cars = [await addCar(), await addCar()].map(({ body }) => at(body, '/carId'));
    const prices = [await price(), await price()].map(({ body }) => at(body, '/priceRequestId'));
    return { cars: new Set(cars).size, prices: new Set(prices).size };
  });

  expect(same).toEqual({ cars: 1, prices: 1 });
});

test('a new token invalidates the earlier ones', async () => {
  const statuses = await withDialect('deduplicating', async (visitor) => {
    const { draftId } = await writeDraft(visitor, 'gap', SAMPLE_DRAFTS.gap);
    const price = await visitor.call('gap.price-request', { draftId }, {});
    const terms = [
      await visitor.call('gap.token-terms', { draftId }),
      await visitor.call('gap.token-terms', { draftId }),
    ];
    const answers = [];
    for (const each of terms) {
      const payload = contractBody(visitor, 'gap', price, each);
      answers.push(await visitor.call('gap.contract-create', { draftId }, payload));
    }
    return answers.map(({ status }) => status);
  });

  expect(statuses).toEqual([400, 303]);
});
