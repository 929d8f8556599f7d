import { expect, test } from 'vitest';
import type { Call } from '../../client/http/build-request.ts';
import { valueAt, withValue } from '../../generators/pointer.ts';
import { operation } from '../../spec/operations.ts';
import { PLAIN } from '../contexts/context.ts';
import { openSuites } from '../open-suites.ts';
import { followDraft } from './follow-draft.ts';
import { type StubRun, stubRun } from '../testing/stub-run.ts';
import { refusalOf, type StubService, stubService } from '../testing/stub-service.ts';

const REQUIREMENT = 'JOBLOSS-FIELD-language-enum';
const stepOf = (call: Call): string => operation(call.operation).step;
const draftOf = ({ params }: Call): string | undefined => params?.['draftId'];

/** Refuses drafts in an unknown language. */
const strict = (service: StubService): StubService => {
  const known = [undefined, 'nl', 'fr', 'en'];
  return (call) => {
    const isWritten = ['draft-create', 'draft-update'].includes(stepOf(call));
    const { language } = (call.body ?? {}) as { language?: string };
    return isWritten && !known.includes(language) ? { status: 400 } : service(call);
  };
};

/**
 * Refuses every update of a draft after the first refused one: a correct service may, since the specification does not forbid
 * it.
 */
const unforgiving = (service: StubService): StubService => {
  const spoilt = new Set<string | undefined>();
  return (call) => {
    if (stepOf(call) !== 'draft-update') return service(call);
    if (spoilt.has(draftOf(call))) return { status: 409 };
    const answer = service(call);
    if (answer.status >= 400) spoilt.add(draftOf(call));
    return answer;
  };
};

const conducted = async (service: StubService): Promise<StubRun> => {
  const made = await stubRun(service, 'jobloss', REQUIREMENT);
  const fields = openSuites(made.run).find(({ name }) => name === 'fields');
  for (const each of fields?.tests ?? []) await each.conduct();
  return made;
};

const updatesIn = ({ sent }: StubRun): readonly Call[] =>
  sent.filter((call) => call.test.startsWith('fields/jobloss.draft-update/'));

const verdictsIn = ({ found }: StubRun): ReadonlySet<string> =>
  new Set(found.filter((each) => each.requirement === REQUIREMENT).map(({ verdict }) => verdict));

test('sends the control request of a refused update to the same draft', async () => {
  const made = await conducted(strict(stubService()));
  expect(verdictsIn(made)).toEqual(new Set(['pass']));
  for (const calls of Map.groupBy(updatesIn(made), (call) => call.test).values()) {
    expect(calls.map(stepOf)[0]).toBe('draft-create');
    expect(calls.slice(-2).map(stepOf)).toEqual(['draft-update', 'draft-update']);
    expect(new Set(calls.slice(1).map(draftOf)).size).toBe(1);
    expect(new Set(calls.map(({ country = 'BE' }) => country)).size).toBe(1);
  }
});

test('a draft that refuses everything after a refusal is no fault: its control request gets a new one', async () => {
  const made = await conducted(unforgiving(strict(stubService())));
  expect(verdictsIn(made)).toEqual(new Set(['pass']));
  for (const calls of Map.groupBy(updatesIn(made), (call) => call.test).values())
    expect(new Set(calls.map(draftOf)).size).toBe(3);
});

const STREET = '/policyholder/address/street';

/** Shows landlord drafts as they were written, but for their street once a lead was sent. */
const otherAfterLead = (): StubService => {
  const service = stubService();
  const written = new Map<string | undefined, object>();
  const sent = new Set<string | undefined>();
  return (call) => {
    const step = stepOf(call);
    if (call.intent === 'faulty') return refusalOf(call);
    const answer = service(call);
    const { draftId = draftOf(call) } = answer.body as { draftId?: string };
    if (step === 'lead-create') sent.add(draftId);
    if (step.startsWith('draft-') && call.body) written.set(draftId, call.body);
    if (step !== 'draft-get') return answer;
    const body = { draftId, ...written.get(draftId) };
    const isOther = sent.has(draftId) && valueAt(body, STREET) !== undefined;
    return { status: 200, body: isOther ? withValue(body, STREET, 'Elsewhere') : body };
  };
};

test('a read before refused updates that shows another value than was written is reported', async () => {
  const { run, found } = await stubRun(otherAfterLead(), 'landlord');
  const fields = openSuites(run).find(({ name }) => name === 'fields');
  for (const each of fields?.tests ?? []) await each.conduct();

  const wrong = found.filter(({ verdict }) => verdict === 'fail');
  expect(new Set(wrong.map(({ requirement }) => requirement))).toEqual(
    new Set(['LANDLORD-READBACK-policyholder.address.street']),
  );
});

/** Follows an update that is sent while its draft is read. */
const updatedBesideRead = async (service: StubService) => {
  const { run, sent } = await stubRun(service, 'jobloss');
  const context = { ...PLAIN, beside: 'call' } as const;
  const test = 'legal/jobloss.draft-update/example/1';
  const on = 'jobloss.draft-update';
  const start = { run, test, seed: 1, context, on, body: {}, until: 'write' } as const;
  return { followed: await followDraft({ ...start, intent: 'open' }), steps: sent.map(stepOf) };
};

test('a legal update whose context has another call in flight is sent while its draft is read, which is judged', async () => {
  const service = stubService();
  const { followed, steps } = await updatedBesideRead((call) =>
    stepOf(call) === 'draft-get' ? { status: 500 } : service(call),
  );

  expect(steps.toSorted()).toEqual(['draft-create', 'draft-get', 'draft-update']);
  expect(followed.legs.map(({ status }) => status)).toEqual([200]);
  expect(
    followed.judgements.filter(({ verdict }) => verdict === 'fail').map((each) => each.requirement),
  ).toContain('ERROR-01');
});

test('an update that loses the race with a read is sent once more, alone (S18)', async () => {
  const service = stubService();
  let updates = 0;
  const { followed, steps } = await updatedBesideRead((call) => {
    if (stepOf(call) !== 'draft-update') return service(call);
    updates += 1;
    return updates === 1 ? { status: 409 } : service(call);
  });

  expect(steps.filter((step) => step === 'draft-get')).toHaveLength(1);
  expect(steps.filter((step) => step === 'draft-update')).toHaveLength(2);
  expect(followed.legs.map(({ status }) => status)).toEqual([200]);
});

test.each<readonly [string, number, readonly number[], readonly string[]]>([
  ['is gone was not refused for its content', 404, [200], ['DRAFT-01']],
  ['is served was', 200, [200, 404], []],
])('a draft whose price is answered 404 and that %s', async (_, read, statuses, failed) => {
  const service = stubService();
  const { run } = await stubRun((call) => {
    if (stepOf(call) === 'price-request') return { status: 404 };
    return stepOf(call) === 'draft-get' ? { status: read } : service(call);
  }, 'travel');
  const start = { run, test: 'fields/a/1', seed: 1, on: 'travel.draft-create', body: {} } as const;
  const { legs, judgements } = await followDraft({ ...start, until: 'price', intent: 'faulty' });

  expect(legs.map(({ status }) => status)).toEqual(statuses);
  const fails = judgements.filter(({ verdict }) => verdict === 'fail');
  expect(fails.map(({ requirement }) => requirement)).toEqual(failed);
});
