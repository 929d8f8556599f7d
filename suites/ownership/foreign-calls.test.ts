import { expect, test } from 'vitest';
import { operation } from '../../spec/operations.ts';
import { openSuites } from '../open-suites.ts';
import { stubRun } from '../testing/stub-run.ts';
import { type StubService, stubService } from '../testing/stub-service.ts';

/** The owner's steps in a check of an operation, up to the other identity's call of it, in a run with this seed. */
const stepsBefore = async (on: string, seed: number): Promise<readonly string[]> => {
  const { run, sent } = await stubRun(stubService(), 'gap');
  const seeded = { ...run, plan: { ...run.plan, seed } };
  const ownership = openSuites(seeded).find(({ name }) => name === 'ownership');
  const probe = `ownership/foreign-calls/${on}`;
  for (const { probes, conduct } of ownership?.tests ?? [])
    if (probes?.includes(probe)) await conduct();
  const calls = sent.filter((call) => call.test === `${probe}/1`);
  const isOther = ({ identity }: (typeof calls)[number]): boolean => identity === 'other';
  const first = calls.findIndex((call) => isOther(call) && call.operation === on);
  const ofOwner = calls.slice(0, first).filter((call) => !isOther(call));
  return ofOwner.map((call) => operation(call.operation).step);
};

const SEEDS = [1, 2, 3, 4, 5];

test('another identity updates motor gap drafts before and after their first update', async () => {
  const all = await Promise.all(SEEDS.map((seed) => stepsBefore('gap.draft-update', seed)));
  const bare = all.filter((steps) => !steps.includes('draft-update'));

  expect(bare.length).toBeGreaterThan(0);
  expect(bare.length).toBeLessThan(all.length);
  for (const steps of bare) expect(steps).toEqual(['draft-create']);
});

test('another identity reads contracts that their owner has read, in some contexts once more', async () => {
  const all = await Promise.all(SEEDS.map((seed) => stepsBefore('gap.contract-get', seed)));
  const counts = new Set(
    all.map((steps) => steps.filter((step) => step === 'contract-get').length),
  );

  expect(counts.size).toBe(2);
  expect(Math.min(...counts)).toBeGreaterThan(0);
});

/** A landlord service that shows drafts, and stores what it refuses to another identity. */
const storingRefused = (): StubService => {
  const service = stubService();
  const content = new Map<string | undefined, unknown>();
  return (call) => {
    const { operation: on, params, identity, body } = call;
    const id = params?.['draftId'];
    const isOthers = identity === 'other' && on === 'landlord.draft-update';
    const answer = isOthers ? { status: 403 } : service(call);
    const made = (answer as { readonly body?: { readonly draftId?: string } }).body?.draftId;
    if (on === 'landlord.draft-create') content.set(made, body);
    if (on === 'landlord.draft-update') content.set(id, body);
    return on === 'landlord.draft-get' ? { ...answer, body: content.get(id) } : answer;
  };
};

test('an update that is refused to another identity and stored is seen before the owner’s own one', async () => {
  const { run, found } = await stubRun(storingRefused(), 'landlord');
  const ownership = openSuites(run).find(({ name }) => name === 'ownership');
  for (const { probes, conduct } of ownership?.tests ?? [])
    if (probes?.includes('ownership/foreign-calls/landlord.draft-update')) await conduct();

  const fails = found.filter(({ verdict }) => verdict === 'fail');
  expect(new Set(fails.map(({ requirement }) => requirement))).toContain('DRAFT-05');
});
