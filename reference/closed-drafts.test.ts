import { expect, test } from 'vitest';
import { contractBody, ITEM_BODIES, writeDraft } from './testing/journey.ts';
import { SAMPLE_DRAFTS } from './testing/sample-drafts.ts';
import type { Visitor } from './testing/visitor.ts';
import { withDialect } from './testing/with-dialect.ts';
import type { Line } from '../spec/line.ts';

const contracted = async (visitor: Visitor, line: 'travel' | 'gap'): Promise<string> => {
  const { draftId } = await writeDraft(visitor, line, SAMPLE_DRAFTS[line]);
  const price = await visitor.call(`${line}.price-request`, { draftId }, {});
  const terms = await visitor.call(
    `${line}.token-terms`,
    { draftId },
    line === 'gap' ? undefined : {},
  );
  const payload = contractBody(visitor, line, price, terms);
  await visitor.call(`${line}.contract-create`, { draftId }, payload);
  return draftId;
};

test('a contract ends all writes of its draft, and no read', async () => {
  const statuses = await withDialect('concluded', async (visitor) => {
    const draftId = await contracted(visitor, 'travel');
    const { travel } = SAMPLE_DRAFTS;
    const answers = [
      await visitor.call('travel.draft-update', { draftId }, travel),
      await visitor.call('travel.car-post', { draftId }, ITEM_BODIES.car),
      await visitor.call('travel.price-request', { draftId }, {}),
      await visitor.call('travel.lead-create', { draftId }, {}),
      await visitor.call('travel.contract-create', { draftId }, {}),
      await visitor.call('travel.draft-get', { draftId }),
      await visitor.call('travel.payment-status', { draftId }),
    ];
    return answers.map(({ status }) => status);
  });

  expect(statuses).toEqual([409, 409, 409, 409, 409, 200, 200]);
});

test('the answer to a second motor gap contract is a separate choice', async () => {
  const status = await withDialect('concluded', async (visitor) => {
    const draftId = await contracted(visitor, 'gap');
    const payload = contractBody(
      visitor,
      'gap',
      { status: 200, headers: {}, body: { totalPrice: { withTaxes: 1 } } },
      { status: 200, headers: {}, body: { userTermsToken: 'none' } },
    );
    return (await visitor.call('gap.contract-create', { draftId }, payload)).status;
  });

  expect(status).toBe(400);
});

const leadsOn = (
  dialect: string,
  line: Line,
  ...steps: readonly ('lead-create' | 'price-request')[]
) =>
  withDialect(dialect, async (visitor) => {
    const { draftId } = await writeDraft(visitor, line, SAMPLE_DRAFTS[line]);
    const statuses: number[] = [];
    for (const step of steps) {
      const { status } = await visitor.call(`${line}.${step}`, { draftId }, {});
      if (step === 'lead-create') statuses.push(status);
    }
    return statuses;
  });

test.each([
  ['jobloss', 409],
  ['travel', 402],
] as const)('%s: a lead that the draft cannot have is answered %i', async (line, status) => {
  expect(await leadsOn('one-lead', line, 'lead-create', 'lead-create')).toEqual([200, status]);
  expect(
    await leadsOn('priced-leads', line, 'lead-create', 'price-request', 'lead-create'),
  ).toEqual([status, 200]);
});

const updatedAfter = (line: Line, step: 'lead-create' | 'token-terms'): Promise<number> =>
  withDialect('committed', async (visitor) => {
    const { draftId } = await writeDraft(visitor, line, SAMPLE_DRAFTS[line]);
    const isRead = step === 'token-terms' && (line === 'landlord' || line === 'gap');
    await visitor.call(`${line}.${step}`, { draftId }, isRead ? undefined : {});
    return (await visitor.call(`${line}.draft-update`, { draftId }, SAMPLE_DRAFTS[line])).status;
  });

test.each([
  ['jobloss', 400, 423],
  ['travel', 400, 423],
  ['landlord', 400, 423],
  // R6: a motor gap draft can be changed until it has its contract.
  ['gap', 200, 200],
] as const)(
  '%s: after a lead an update is answered %i, after terms %i',
  async (line, lead, terms) => {
    expect(await updatedAfter(line, 'lead-create')).toBe(lead);
    expect(await updatedAfter(line, 'token-terms')).toBe(terms);
  },
);
