import { expect, test } from 'vitest';
import { stubRun } from '../testing/stub-run.ts';
import { type StubService, stubService } from '../testing/stub-service.ts';
import type { SequenceCommand } from './model.ts';
import { playSequence } from './play-sequence.ts';
import { lineRun } from './sequence-state.ts';

const TO_CONTRACT = [
  'draft-create',
  'draft-update',
  'price-request',
  'token-terms',
  'contract-create',
] as const;

/** Motor gap: its prices are resources of a known shape. */
const priceAfterContract: readonly SequenceCommand[] = [...TO_CONTRACT, 'price-request'].map(
  (step) => ({ step, draft: 0, ...(step === 'draft-update' && { version: 1 }) }) as SequenceCommand,
);

const play = async (service: StubService) => {
  const { run } = await stubRun(service, 'gap');
  return playSequence(lineRun(run, 'gap'), priceAfterContract, { test: 'sequence/gap/1', seed: 1 });
};

test('a price after a contract, which may be refused, is judged by its form if it is given', async () => {
  const service = stubService();
  const contracted = new Set<string>();
  const { failure } = await play((call) => {
    const draft = call.params?.['draftId'] ?? '';
    const answer = service(call);
    if (call.operation === 'gap.contract-create') contracted.add(draft);
    return call.operation === 'gap.price-request' && contracted.has(draft)
      ? { status: 200, body: [answer.body] }
      : answer;
  });

  expect(failure).toMatchObject({
    at: 5,
    judgements: [{ requirement: 'RESOURCE-01', operation: 'gap.price-request', verdict: 'fail' }],
  });
});

test.each([400, 404, 409])('a price after a contract may be refused with %i', async (status) => {
  const service = stubService();
  const contracted = new Set<string>();
  const { failure } = await play((call) => {
    const draft = call.params?.['draftId'] ?? '';
    if (call.operation === 'gap.contract-create') contracted.add(draft);
    return call.operation === 'gap.price-request' && contracted.has(draft)
      ? { status }
      : service(call);
  });

  expect(failure).toBeUndefined();
});

const GAP_AFTER_REFUSAL: readonly SequenceCommand[] = [
  { step: 'draft-create', draft: 0 },
  { step: 'draft-update', draft: 0, version: 1 },
  { step: 'price-request', draft: 0 },
  { step: 'draft-update', draft: 0, version: 2, refusal: 0 },
  { step: 'price-request', draft: 0 },
];

test('a draft that is not priced again after a refused update fails, and the refused update is played', async () => {
  const service = stubService();
  const closed = new Set<string>();
  const { run } = await stubRun((call) => {
    const draft = call.params?.['draftId'] ?? '';
    // An update with a fault that a service may refuse later (E5) is sent without an expectation.
    if (call.operation === 'gap.draft-update' && call.intent === 'open') {
      closed.add(draft);
      return { status: 400 };
    }
    const isClosed = call.operation === 'gap.price-request' && closed.has(draft);
    return isClosed ? { status: 402 } : service(call);
  }, 'gap');
  const direction = { test: 'sequence/gap/1', seed: 1 };

  const { failure, pairs } = await playSequence(lineRun(run, 'gap'), GAP_AFTER_REFUSAL, direction);

  expect(failure).toMatchObject({
    at: 4,
    judgements: [{ requirement: 'GAP-PRICE-01', verdict: 'fail' }],
  });
  expect(pairs).toEqual([
    'no draft × draft-create',
    'created × draft-update',
    'updated × price-request',
  ]);
});

const UPDATED: readonly SequenceCommand[] = [
  { step: 'draft-create', draft: 0 },
  { step: 'draft-update', draft: 0, version: 1 },
];

test('a call that must be refused, and is accepted, is a sighting, and its draft is given up', async () => {
  const service = stubService();
  const { run } = await stubRun((call) => service({ ...call, identity: 'owner' }), 'landlord');
  const sequence = [...UPDATED, { step: 'draft-get', draft: 0, refusal: 1 } as const];
  const direction = { test: 'sequence/landlord/1', seed: 1 };

  const { isComplete } = await playSequence(lineRun(run, 'landlord'), sequence, direction);

  expect(isComplete).toBe(false);
  const [shown] = run.memory.met.takeUnreported();
  expect(shown?.[1]).toMatchObject({ operation: 'landlord.draft-get', verdict: 'fail' });
});

test('a draft whose faulty update is accepted, which only a price must refuse, is written anew (E5)', async () => {
  const { run } = await stubRun(stubService(), 'gap');
  const sequence = [
    ...UPDATED,
    { step: 'draft-update', draft: 0, version: 2, refusal: 0 },
    { step: 'price-request', draft: 0 },
  ] as const;
  const direction = { test: 'sequence/gap/1', seed: 1 };

  const played = await playSequence(lineRun(run, 'gap'), sequence, direction);

  expect(played.failure).toBeUndefined();
  expect(played.isComplete).toBe(true);
  const updates = played.exchanges.filter(({ operation: on }) => on === 'gap.draft-update');
  expect(updates.map(({ intent }) => intent)).toEqual(['legal', 'legal']);
});

test('an interference with a call that must be refused is none with the service (S8)', async () => {
  const service = stubService();
  const { run } = await stubRun(
    (call) => (call.intent === 'faulty' ? { status: 503 } : service(call)),
    'landlord',
  );
  const sequence = [...UPDATED, { step: 'draft-get', draft: 0, refusal: 1 } as const];
  const direction = { test: 'sequence/landlord/1', seed: 1 };

  const played = await playSequence(lineRun(run, 'landlord'), sequence, direction);

  expect(played.failure).toBeUndefined();
  expect(played.isDisturbed).toBe(true);
});

test('a car that its deletion leaves on the draft fails, in whatever state the draft is', async () => {
  const service = stubService();
  const { run } = await stubRun((call) => {
    const { operation: on, params } = call;
    // The stub answers 404 for ids that were never issued.
    return on === 'travel.car-delete'
      ? service({ ...call, operation: 'travel.car-put', params: params ?? {}, body: {} })
      : service(call);
  }, 'travel');
  const { failure } = await playSequence(
    lineRun(run, 'travel'),
    [
      { step: 'draft-create', draft: 0 },
      { step: 'car-post', draft: 0, item: 0 },
      { step: 'price-request', draft: 0 },
      { step: 'car-delete', draft: 0, item: 0 },
    ],
    { test: 'sequence/travel/1', seed: 1 },
  );

  expect(failure).toMatchObject({
    at: 3,
    judgements: [{ requirement: 'TRAVEL-CAR-01', operation: 'travel.car-delete', verdict: 'fail' }],
  });
});

test('after a PUT has created a deleted car again, the sequence continues without the draft (S11)', async () => {
  const service = stubService();
  const { run } = await stubRun((call) => {
    if (call.operation === 'travel.car-delete') return { status: 200, body: {} };
    return call.operation === 'travel.car-put' ? { status: 200, body: {} } : service(call);
  }, 'travel');
  const sequence = [
    { step: 'draft-create', draft: 0 },
    { step: 'car-post', draft: 0, item: 0 },
    { step: 'car-delete', draft: 0, item: 0 },
    { step: 'car-post', draft: 0, item: 1 },
  ] as const;
  const direction = { test: 'sequence/travel/1', seed: 1 };

  const played = await playSequence(lineRun(run, 'travel'), sequence, direction);

  expect(played.failure).toBeUndefined();
  expect(played.isComplete).toBe(false);
});

/** A landlord draft after a lead: refused from this update on, which may be the first one or follow an accepted one. */
const playAfterLead = async (refusedFrom: number) => {
  const commands: readonly SequenceCommand[] = [
    { step: 'draft-create', draft: 0 },
    { step: 'lead-create', draft: 0 },
    { step: 'draft-update', draft: 0, version: 1 },
    { step: 'draft-update', draft: 0, version: 2 },
  ];
  const service = stubService();
  let updates = 0;
  const { run } = await stubRun((call) => {
    if (call.operation === 'landlord.draft-update') updates += 1;
    const isRefused = call.operation === 'landlord.draft-update' && updates >= refusedFrom;
    return isRefused ? { status: 400 } : service(call);
  }, 'landlord');
  const origin = { test: 'sequence/landlord/1', seed: 1 };
  const { failure } = await playSequence(lineRun(run, 'landlord'), commands, origin);
  return { failure, noted: run.memory.refusedUpdates.on('landlord') };
};

test('an update after a lead may be refused (R5), and is looked at again', async () => {
  const { failure, noted } = await playAfterLead(1);

  expect(failure).toBeUndefined();
  expect(noted[0]?.context).toMatchObject({ lead: 'sent', updates: 0 });
});

test('an update after a lead may not be refused once another one was accepted there', async () => {
  const { failure } = await playAfterLead(2);

  expect(failure).toMatchObject({
    at: 3,
    judgements: [{ requirement: 'LEGAL-01', operation: 'landlord.draft-update', verdict: 'fail' }],
  });
});
