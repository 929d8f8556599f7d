import { expect, test } from 'vitest';
import type { Call } from '../../client/http/build-request.ts';
import { valueAt, withValue } from '../../generators/pointer.ts';
import { operation } from '../../spec/operations.ts';
import { openSuites } from '../open-suites.ts';
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
