import { expect, test } from 'vitest';
import { stubRun } from '../testing/stub-run.ts';
import { type StubService, stubService } from '../testing/stub-service.ts';
import { makeVisit } from './make-call.ts';
import type { Visit } from './state.ts';
import { initialState } from './walk.ts';

/** Makes visits; returns the calls that the service got, and the verdicts on whether legal calls are accepted. */
const visit = async (visits: readonly Visit[], service: StubService) => {
  const calls: string[] = [];
  const { run } = await stubRun((call) => {
    calls.push(call.operation);
    return service(call);
  }, 'jobloss');
  const state = initialState({ run, test: 'visits', seed: 1 }, 'jobloss');
  for (const each of visits) await makeVisit(each, state);
  const verdicts = state.judgements.flatMap(({ requirement, operation: on, verdict }) =>
    requirement === 'LEGAL-01' && on === LEAD ? verdict : [],
  );
  return { calls, verdicts, needsPrice: run.memory.leads.needPrice('jobloss') };
};

const LEAD = 'jobloss.lead-create';
const CREATE: Visit = { step: 'draft-create' };
const PRICE: Visit = { step: 'price-request' };
const SEND: Visit = { step: 'lead-create' };

/** A service that answers leads with this status while they are refused. */
const refusing = (
  status: number,
  isRefused: (made: { readonly prices: number; readonly leads: number }) => boolean,
): StubService => {
  const service = stubService();
  const made = { prices: 0, leads: 0 };
  return (call) => {
    if (call.operation === 'jobloss.price-request') made.prices += 1;
    if (call.operation !== LEAD) return service(call);
    if (isRefused(made)) return { status };
    made.leads += 1;
    return service(call);
  };
};

test.each([400, 402, 409, 422, 423])(
  'a lead that is refused with %i until the draft has a price is sent again then (L2)',
  async (status) => {
    const { calls, verdicts, needsPrice } = await visit(
      [CREATE, SEND],
      refusing(status, ({ prices }) => prices === 0),
    );

    expect(calls).toEqual(['jobloss.draft-create', LEAD, 'jobloss.price-request', LEAD]);
    expect([verdicts, needsPrice]).toEqual([['pass'], true]);
  },
);

test.each([
  ['that no update has filled may be refused a price (E5)', [CREATE, SEND], 'open'],
  ['that is filled has to get one', [CREATE, { step: 'draft-update' }, SEND], 'legal'],
] as const)('for a lead, a motor gap draft %s', async (_, visits, intent) => {
  const service = stubService();
  const { run, sent } = await stubRun(
    (call) => (call.operation === 'gap.lead-create' ? { status: 402 } : service(call)),
    'gap',
  );
  const state = initialState({ run, test: 'visits', seed: 1 }, 'gap');
  for (const each of visits) await makeVisit(each, state);

  const prices = sent.filter((call) => call.operation === 'gap.price-request');
  expect(prices.map((call) => call.intent)).toEqual([intent]);
});

test('a lead that is refused with a price as well fails', async () => {
  const { verdicts } = await visit(
    [CREATE, SEND],
    refusing(400, () => true),
  );

  expect(verdicts).toEqual(['fail']);
});

test('a second lead of a draft may be refused (R5)', async () => {
  const { verdicts, needsPrice } = await visit(
    [CREATE, PRICE, SEND, SEND],
    refusing(409, ({ leads }) => leads > 0),
  );

  expect([verdicts, needsPrice]).toEqual([['pass'], false]);
});

test('the first lead of a priced draft may not be refused', async () => {
  const { verdicts } = await visit(
    [CREATE, PRICE, SEND],
    refusing(409, () => true),
  );

  expect(verdicts).toEqual(['fail']);
});

test('the price is requested by the caller of the lead, whose draft it may be', async () => {
  const service = refusing(409, ({ prices }) => prices === 0);
  const callers: (string | undefined)[] = [];
  const { run } = await stubRun((call) => {
    callers.push(call.identity);
    return service({ ...call, identity: 'owner' });
  }, 'jobloss');
  const state = initialState({ run, test: 'visits', seed: 1 }, 'jobloss');
  for (const each of [CREATE, SEND]) await makeVisit(each, state, { identity: 'other' });

  expect(callers).toEqual(['other', 'other', 'other', 'other']);
});
