import { expect, test } from 'vitest';
import { operation, type OperationId } from '../../spec/operations.ts';
import { judgedCells } from '../testing/judged-cells.ts';
import { stubRun } from '../testing/stub-run.ts';
import { type StubAnswer, type StubService, stubService } from '../testing/stub-service.ts';
import { collectLegalVariants } from './legal-variants.ts';

const collected = async (on: OperationId, service: StubService) => {
  const { run, sent } = await stubRun(service, 'jobloss');
  const findings = await collectLegalVariants(run, operation(on));
  const cells = judgedCells(run, findings);
  return {
    calls: sent.filter((call) => call.operation === on),
    drafts: sent.filter((call) => call.operation === 'jobloss.draft-create').length,
    verdictOf: (id: string) => cells.find(({ cell }) => cell === `${id}@${on}`)?.verdict,
  };
};

test('the spellings of a call that may be repeated are sent on the same objects', async () => {
  const { calls, drafts, verdictOf } = await collected('jobloss.contract-get', stubService());

  expect(drafts).toBe(1);
  expect(calls.length).toBe(5);
  expect(verdictOf('COUNTRY-01')).toBe('pass');
  expect(verdictOf('VERSION-03')).toBe('pass');
});

test('what is made once only gets objects of its own for each', async () => {
  const { drafts } = await collected('jobloss.contract-create', stubService());
  expect(drafts).toBe(5);
});

/** A service that takes one lead of each draft. */
const oneLeadEach = (service: StubService): StubService => {
  const leads = new Set<string | undefined>();
  return (call) => {
    const draft = call.params?.['draftId'];
    if (call.operation !== 'jobloss.lead-create') return service(call);
    if (leads.has(draft)) return { status: 409 };
    leads.add(draft);
    return service(call);
  };
};

/** A service that answers an equal creation with the draft that it made before. */
const idempotent = (service: StubService): StubService => {
  const made = new Map<string, StubAnswer>();
  return (call) => {
    if (call.operation !== 'jobloss.draft-create') return service(call);
    const content = JSON.stringify(call.body);
    const answer = made.get(content) ?? service(call);
    made.set(content, answer);
    return answer;
  };
};

test.each([
  ['takes a call once only', oneLeadEach(stubService())],
  ['and answers equal creations with one draft', idempotent(oneLeadEach(stubService()))],
])('a service that %s is asked on other objects, and is not wrong', async (_what, service) => {
  const { verdictOf } = await collected('jobloss.lead-create', service);

  expect(verdictOf('COUNTRY-01')).toBe('pass');
  expect(verdictOf('VERSION-03')).toBe('pass');
});

test('a spelling that is refused fails', async () => {
  const service = stubService();
  const strict: StubService = (call) => (call.country === 'bE' ? { status: 404 } : service(call));
  const { verdictOf } = await collected('jobloss.draft-update', strict);

  expect(verdictOf('COUNTRY-01')).toBe('fail');
  expect(verdictOf('VERSION-03')).toBe('pass');
});

test('a spelling that is refused behind others alone is a sighting, and fails', async () => {
  const service = stubService();
  const calls = new Map<string | undefined, number>();
  // It takes a spelling as the first call on a draft only.
  const forgetful: StubService = (call) => {
    if (call.operation !== 'jobloss.draft-update' || call.country !== 'bE') return service(call);
    const draft = call.params?.['draftId'];
    const before = calls.get(draft) ?? 0;
    return before > 0 ? { status: 404 } : service(call);
  };
  const counting: StubService = (call) => {
    const answer = forgetful(call);
    const draft = call.params?.['draftId'];
    calls.set(draft, (calls.get(draft) ?? 0) + 1);
    return answer;
  };
  const { verdictOf } = await collected('jobloss.draft-update', counting);

  expect(verdictOf('COUNTRY-01')).toBe('fail');
});
