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
