import { expect, test } from 'vitest';
import { isObject } from '../../generators/pointer.ts';
import { reportOthers } from '../engine/sightings.ts';
import { openSuites } from '../open-suites.ts';
import { stubRun } from '../testing/stub-run.ts';
import { refusalOf, type StubService, stubService } from '../testing/stub-service.ts';

/** Number of reads of a draft that may belong to its preparation. */
const PREPARING = 5;

/** A call on a landlord draft, counted by draft and operation from 1, and the content that the draft holds. */
interface CallOnDraft {
  readonly on: string;
  readonly nth: number;
  readonly content: unknown;
}

/** A service whose landlord drafts hold what these operations write, and whose answers this function changes. */
const holding = (
  writes: readonly string[],
  change: (answer: ReturnType<StubService>, call: CallOnDraft) => ReturnType<StubService>,
): StubService => {
  const service = stubService();
  const contents = new Map<unknown, unknown>();
  const counts = new Map<string, number>();
  return (call) => {
    if (call.intent === 'faulty') return refusalOf(call);
    const answer = service(call);
    const { operation: on, params, body } = call;
    const id = params?.['draftId'] ?? (isObject(answer.body) ? answer.body['draftId'] : undefined);
    if (writes.includes(on) && body) contents.set(id, body);
    const name = `${on} ${String(id)}`;
    const nth = (counts.get(name) ?? 0) + 1;
    counts.set(name, nth);
    return change(answer, { on, nth, content: contents.get(id) });
  };
};

/** A service that shows the content of a draft as this function changes it in the reads that open the connections of a race. */
const showing = (change: (text: string) => string): StubService =>
  holding(['landlord.draft-create', 'landlord.draft-update'], (answer, { on, nth, content }) => {
    if (on !== 'landlord.draft-get') return answer;
    const text = JSON.stringify(content);
    return { ...answer, body: JSON.parse(nth > PREPARING ? change(text) : text) as unknown };
  });

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

/** A service that drops all updates of a draft, and answers those after the first one with this status. */
const losing = (status: number): StubService =>
  holding(['landlord.draft-create'], (answer, { on, nth, content }) => {
    if (on === 'landlord.draft-update' && nth > 1) return { ...answer, status };
    return on === 'landlord.draft-get' ? { ...answer, body: content } : answer;
  });

test('a draft that keeps its content through two accepted updates at once fails (D2)', async () => {
  expect(await failsOf(losing(200))).toContain(
    'LANDLORD-READBACK-risk.insuredProperty.address.street',
  );
});

test('an update whose outcome is unknown may have left anything (S8)', async () => {
  expect(await failsOf(losing(408))).toEqual([]);
});
