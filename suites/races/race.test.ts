import { expect, test } from 'vitest';
import { isObject } from '../../generators/pointer.ts';
import { reportOthers } from '../engine/sightings.ts';
import { openSuites } from '../open-suites.ts';
import { stubRun } from '../testing/stub-run.ts';
import { refusalOf, type StubService, stubService } from '../testing/stub-service.ts';

/** Number of reads of a draft that may belong to its preparation. */
const PREPARING = 5;

/** A service that shows the content of a draft as this function changes it in the reads that open the connections of a race. */
const showing = (change: (text: string) => string): StubService => {
  const service = stubService();
  const contents = new Map<unknown, unknown>();
  const reads = new Map<unknown, number>();
  return (call) => {
    if (call.intent === 'faulty') return refusalOf(call);
    const answer = service(call);
    const { draftId } = call.params ?? {};
    const id = isObject(answer.body) ? answer.body['draftId'] : undefined;
    if (call.operation.startsWith('landlord.draft-') && call.body)
      contents.set(draftId ?? id, call.body);
    if (call.operation !== 'landlord.draft-get') return answer;
    const text = JSON.stringify(contents.get(draftId));
    const nth = (reads.get(draftId) ?? 0) + 1;
    reads.set(draftId, nth);
    return { ...answer, body: JSON.parse(nth > PREPARING ? change(text) : text) as unknown };
  };
};

/** Requirements that fail after the races of landlord. */
const failsOf = async (service: StubService): Promise<readonly string[]> => {
  const { run, found } = await stubRun(service, 'landlord');
  const races = openSuites(run).find(({ name }) => name === 'races');
  for (const each of races?.tests ?? []) await each.conduct();
  reportOthers(run);
  return found.flatMap(({ requirement, verdict }) => (verdict === 'fail' ? requirement : []));
};

test('a value that was never written fails, if only the reads before a race show it', async () => {
  const fails = await failsOf(
    showing((text) => text.replaceAll(/"zip":"(\d+)"/g, '"zip":"$1 bis"')),
  );

  expect(fails).toContain('LANDLORD-READBACK-policyholder.address.zip');
});

test('reads before a race that show what was written fail nothing', async () => {
  expect(await failsOf(showing((text) => text))).toEqual([]);
});

/** A service that drops updates which come while another one of the draft is answered, or answers them with this status. */
const losing = (status: number): StubService => {
  const service = stubService();
  const contents = new Map<unknown, unknown>();
  const updates = new Map<unknown, number>();
  return (call) => {
    if (call.intent === 'faulty') return refusalOf(call);
    const answer = service(call);
    const { draftId } = call.params ?? {};
    const created = isObject(answer.body) ? answer.body['draftId'] : undefined;
    if (call.operation === 'landlord.draft-create') contents.set(created, call.body);
    if (call.operation === 'landlord.draft-update') {
      const nth = (updates.get(draftId) ?? 0) + 1;
      updates.set(draftId, nth);
      return nth === 1 ? answer : { ...answer, status };
    }
    return call.operation === 'landlord.draft-get'
      ? { ...answer, body: contents.get(draftId) }
      : answer;
  };
};

test('a draft that keeps its content through two accepted updates at once fails (D2)', async () => {
  expect(await failsOf(losing(200))).toContain(
    'LANDLORD-READBACK-risk.insuredProperty.address.street',
  );
});

test('an update whose outcome is unknown may have left anything (S8)', async () => {
  expect(await failsOf(losing(408))).toEqual([]);
});
