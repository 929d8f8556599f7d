import { type Answer, Visitor, at } from './testing/visitor.ts';
import { type JsonObject, withPointer } from './json.ts';
import { type RunningReference, startReference } from './start.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contractBody, writeDraft } from './testing/journey.ts';
import { SAMPLE_DRAFTS } from './testing/sample-drafts.ts';

let clock = new Date('2026-03-10T12:00:00Z');
let running: RunningReference;
let visitor: Visitor;
beforeAll(async () => {
  running = await startReference({ now: () => clock });
  visitor = new Visitor(running);
});
afterAll(() => running.close());

const prepared = async (from: Visitor = visitor) => {
  const { draftId } = await writeDraft(from, 'gap', SAMPLE_DRAFTS.gap);
  const price = await from.call('gap.price-request', { draftId }, {});
  const terms = await from.call('gap.token-terms', { draftId });
  return { draftId, payload: contractBody(from, 'gap', price, terms) as JsonObject };
};
const conclude = (draftId: string, payload: unknown): Promise<Answer> =>
  visitor.call('gap.contract-create', { draftId }, payload);

test.each([
  ['an unknown payment term', '/paymentTerm', 'DAILY'],
  ['another amount', '/transactionAmount/value', 1],
  ['a fraction as amount', '/transactionAmount/value', 1.5],
  ['another currency', '/transactionAmount/currency', 'USD'],
  ['no token', '/userTermsToken', undefined],
])('%s is refused, the correct payload then accepted', async (_, pointer, value) => {
  const { draftId, payload } = await prepared();

  const refused = await conclude(draftId, withPointer(payload, pointer, value));
  const taken = await conclude(draftId, payload);

  expect([refused.status, taken.status]).toEqual([400, 303]);
});

test('refuses a forged token, wherever it was changed', async () => {
  const { draftId, payload } = await prepared();
  const token = String(payload['userTermsToken']);
  const changed = token
    .split('')
    .map((letter, place) =>
      [token.slice(0, place), letter === 'A' ? 'B' : 'A', token.slice(place + 1)].join(''),
    );

  for (const userTermsToken of changed) {
    const { status } = await conclude(draftId, { ...payload, userTermsToken });
    expect(status).toBe(400);
  }
});

test('makes no contract before a price request', async () => {
  const { payload } = await prepared();
  const { draftId } = await writeDraft(visitor, 'gap', SAMPLE_DRAFTS.gap);
  const terms = await visitor.call('gap.token-terms', { draftId });
  const userTermsToken = at(terms.body, '/userTermsToken');

  expect((await conclude(draftId, { ...payload, userTermsToken })).status).toBe(400);
});

test.each([
  ['the deductible', '/risk/cascoFactors/deductible/value', 60000, 400],
  ['the variant', '/terms/variant', 'GAP60', 400],
  ['the language, which has no price', '/language', 'fr', 303],
])(
  'after a change of %s the old price is as valid as specified',
  async (_, pointer, value, due) => {
    const { draftId, payload } = await prepared();
    await visitor.call(
      'gap.draft-update',
      { draftId },
      withPointer(SAMPLE_DRAFTS.gap, pointer, value),
    );
    await visitor.call('gap.draft-update', { draftId }, SAMPLE_DRAFTS.gap);

    expect((await conclude(draftId, payload)).status).toBe(due);
  },
);

test('an expired price request is invalid, a new one is valid', async () => {
  const { draftId, payload } = await prepared();
  const start = clock;
  clock = new Date(start.getTime() + 31 * 86_400_000);
  const late = await conclude(draftId, payload);
  await visitor.call('gap.price-request', { draftId }, {});
  const renewed = await conclude(draftId, payload);
  clock = start;

  expect([late.status, renewed.status]).toEqual([400, 303]);
});

test('twenty concurrent calls make one contract', async () => {
  const { draftId, payload } = await prepared();

  const answers = await Promise.all(Array.from({ length: 20 }, () => conclude(draftId, payload)));

  const statuses = answers.map(({ status }) => status).sort((a, b) => a - b);
  expect(statuses).toEqual([303, ...Array.from({ length: 19 }, () => 409)]);
});

test('if second calls are replayed, twenty concurrent ones all lead to the same contract', async () => {
  const other = await startReference({ dialect: 'prefixed' });
  const guest = new Visitor(other);
  const { draftId, payload } = await prepared(guest);

  const answers = await Promise.all(
    Array.from({ length: 20 }, () => guest.call('gap.contract-create', { draftId }, payload)),
  );
  const found = await guest.call('gap.contract-get', {
    contractId: answers[0] ? guest.idOf('gap', 'contract', answers[0]) : '',
  });
  await other.close();

  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 303));
  expect(new Set(answers.map(({ headers }) => headers['location'])).size).toBe(1);
  expect(answers[0]?.headers['location']).toMatch(new RegExp(`^${other.gap_base_url}/BE/motor/`));
  expect(found.status).toBe(200);
});
