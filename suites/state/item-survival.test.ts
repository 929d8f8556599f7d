import { expect, test } from 'vitest';
import type { Call } from '../../client/http/build-request.ts';
import { operation } from '../../spec/operations.ts';
import { openSuites } from '../open-suites.ts';
import { stubRun } from '../testing/stub-run.ts';
import { type StubService, stubService } from '../testing/stub-service.ts';

const REQUIREMENT = 'TRAVEL-ITEM-01';
const stepOf = (call: Call): string => operation(call.operation).step;

/** Failures of the requirement on a service, and what is left open, by operation. */
const verdictsOn = async (service: StubService): Promise<readonly string[]> => {
  const { run, found } = await stubRun(service, 'travel', REQUIREMENT);
  const state = openSuites(run).find(({ name }) => name === 'state');
  for (const each of state?.tests ?? []) await each.conduct();
  const own = found.filter(
    ({ requirement, verdict }) =>
      requirement === REQUIREMENT && (verdict === 'fail' || verdict === 'inconclusive'),
  );
  return [...new Set(own.map(({ operation: on, verdict }) => `${on} ${verdict}`))].toSorted();
};

/** Answers deletions of changed keys with 404, from a call of this step on. */
const losesChanged = (step: string, times = Infinity): StubService => {
  const service = stubService();
  const changed = new Set<string | undefined>();
  const lost = new Map<string | undefined, number>();
  return (call) => {
    const key = call.params?.['keyId'];
    if (stepOf(call) === 'metadata-put') changed.add(key);
    if (stepOf(call) === step) for (const each of changed) lost.set(each, lost.get(each) ?? times);
    const left = lost.get(key) ?? 0;
    if (stepOf(call) !== 'metadata-delete' || left === 0) return service(call);
    lost.set(key, left - 1);
    return { status: 404 };
  };
};

test('a correct service passes on every operation', async () => {
  expect(await verdictsOn(stubService())).toEqual([]);
});

test('a changed key that is lost with the next price request fails on that', async () => {
  const verdicts = await verdictsOn(losesChanged('price-request'));

  expect(verdicts.filter((each) => each.endsWith(' fail'))).toEqual(['travel.price-request fail']);
});

test('a changed key that one late answer misses is no loss (D3)', async () => {
  expect(await verdictsOn(losesChanged('price-request', 1))).toEqual([]);
});

test('a change after which an item has another id is no loss, and hides no other one (D5)', async () => {
  const service = stubService();
  const gone = new Set<string | undefined>();
  const verdicts = await verdictsOn((call) => {
    const key = call.params?.['keyId'];
    if (stepOf(call) === 'metadata-delete' && gone.has(key)) return { status: 404 };
    if (stepOf(call) === 'metadata-put') gone.add(key);
    return service(call);
  });

  expect(verdicts).toEqual([]);
});

/** Answers a call on keys in another way, once a step was made. */
const oncePast = (
  step: string,
  isMeant: (verb: string) => boolean,
  answer: { readonly status: number },
): StubService => {
  const service = stubService();
  let isPast = false;
  return (call) => {
    if (isPast && isMeant(stepOf(call))) return answer;
    isPast ||= stepOf(call) === step;
    return service(call);
  };
};

test('a key that cannot be changed is no loss while it can be deleted (D6)', async () => {
  const service = oncePast('price-request', (step) => step === 'metadata-put', { status: 404 });
  const verdicts = await verdictsOn(service);

  expect(verdicts).toEqual([]);
});

test('a key that is missing at its first change fails on the call before', async () => {
  const service = stubService();
  const added: (string | undefined)[] = [];
  const lost = new Set<string | undefined>();
  const verdicts = await verdictsOn((call) => {
    const key = call.params?.['keyId'];
    if (stepOf(call) === 'draft-create') added.splice(0);
    if (stepOf(call) === 'price-request' && added[1] !== undefined) lost.add(added[1]);
    if (lost.has(key) && /metadata-(put|delete)/.test(stepOf(call))) return { status: 404 };
    const answer = service(call);
    const { body } = answer as { readonly body?: { readonly keyId?: string } };
    if (stepOf(call) === 'metadata-post') added.push(body?.keyId);
    return answer;
  });

  expect(verdicts.filter((each) => each.endsWith(' fail'))).toEqual(['travel.price-request fail']);
});

test('a draft that accepts no change once it was priced leaves nothing open (R5, S18)', async () => {
  const isChange = (step: string) => step === 'draft-update' || /-(post|put|delete)$/.test(step);
  const verdicts = await verdictsOn(oncePast('price-request', isChange, { status: 409 }));

  expect(verdicts).toEqual([]);
});
