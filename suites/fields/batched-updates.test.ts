import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drawnInTurn } from '../../tools/testing/drawn.ts';
import { setImmediate } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { callCli } from '../../cli/testing/call-cli.ts';
import type { Call } from '../../client/http/build-request.ts';
import type { Target } from '../../client/target.ts';
import { operation } from '../../spec/operations.ts';
import type { Finding } from '../../oracles/finding.ts';
import { cellId } from '../../oracles/ledger.ts';
import { fieldsSuite } from '../fields-suite.ts';
import { openSuites } from '../open-suites.ts';
import { judgedCells } from '../testing/judged-cells.ts';
import { type StubRun, stubRun } from '../testing/stub-run.ts';
import { refusalOf, type StubService, stubService } from '../testing/stub-service.ts';
import { draftProbes, draftsOf, isFirstCallDraw } from './draft-probes.ts';

const ON = 'jobloss.draft-update';
const draftOf = ({ params }: Call): string => params?.['draftId'] ?? '';
const isUpdate = (call: Call): boolean => operation(call.operation).step === 'draft-update';
const isFaulty = ({ intent }: Call): boolean => intent === 'faulty';

/** Refuses faulty bodies, except updates that match. */
const strict =
  (service: StubService, isTaken: (call: Call) => boolean = () => false): StubService =>
  (call) =>
    isFaulty(call) && !isTaken(call) ? refusalOf(call) : service(call);

/** Refuses every update of a draft after the first refused one: a correct service may. */
const unforgiving = (service: StubService): StubService => {
  const spoilt = new Set<string>();
  return (call) => {
    if (!isUpdate(call)) return service(call);
    if (spoilt.has(draftOf(call))) return { status: 409 };
    const answer = service(call);
    if (answer.status >= 400) spoilt.add(draftOf(call));
    return answer;
  };
};

/** Conducts the tests of a run's fields. */
const conductFields = async (run: StubRun['run']): Promise<void> => {
  const fields = openSuites(run).find(({ name }) => name === 'fields');
  for (const _ of fields?.probes() ?? []);
  for (const each of fields?.tests ?? []) await each.conduct();
};

const conducted = async (
  service: StubService,
  document: Partial<Target> = {},
): Promise<StubRun> => {
  const made = await stubRun(service, 'jobloss', undefined, document);
  await conductFields(made.run);
  return made;
};

const sentOn = ({ sent }: StubRun): readonly Call[] =>
  sent.filter((call) => call.test.startsWith(`fields/${ON}/`));
const failedIn = ({ found }: StubRun): readonly string[] => [
  ...new Set(found.filter((each) => each.verdict === 'fail').map(({ requirement }) => requirement)),
];

const cellOf = ({ requirement, operation: on }: Finding): string => cellId(requirement, on);

const LANGUAGE = 'JOBLOSS-FIELD-language-enum';
/** True for all later calls on the draft. */
const isTaken = (call: Call): boolean => call.test.startsWith(`fields/${ON}/${LANGUAGE}/`);

test('refused updates are sent to one draft, and a legal one of each body to it afterwards', async () => {
  const made = await conducted(strict(stubService()));
  const updates = sentOn(made).filter(isUpdate);
  const drafts = Map.groupBy(updates, draftOf);

  expect(failedIn(made)).toEqual([]);
  expect(drafts.size).toBeLessThan(updates.filter(isFaulty).length / 3);
  // Legal updates before the first faulty one belong to the context of the draft.
  const fromTheFirst = [...drafts.values()].map((calls) => calls.slice(calls.findIndex(isFaulty)));
  const controls = fromTheFirst.map((calls) => calls.slice(calls.findLastIndex(isFaulty) + 1));
  const legal = fromTheFirst.flat().filter((call) => !isFaulty(call));
  expect(controls.flat()).toEqual(legal);
  expect(controls.filter((calls) => calls.length === 0)).toEqual([]);
  expect(controls.some((calls) => calls.length > 1)).toBe(true);
  for (const calls of controls)
    expect(new Set(calls.map(({ body }) => JSON.stringify(body))).size).toBe(calls.length);
});

test('a fault that a draft accepts is sent again on its own draft, and fails', async () => {
  expect(failedIn(await conducted(strict(stubService(), isTaken)))).toEqual([LANGUAGE]);
});

test('a draft that refuses everything after a refusal hides no fault', async () => {
  expect(failedIn(await conducted(unforgiving(strict(stubService(), isTaken))))).toEqual([
    LANGUAGE,
  ]);
});

/** Refuses faulty bodies, except updates of a draft with this many refused ones; one that is sent twice at once counts once. */
const forgetful = (from: number): StubService => {
  const updates = new Map<string, Set<unknown>>();
  const service = stubService();
  return (call) => {
    if (!isUpdate(call) || !isFaulty(call)) return isFaulty(call) ? refusalOf(call) : service(call);
    const bodies = updates.get(draftOf(call)) ?? new Set();
    updates.set(draftOf(call), bodies.add(JSON.stringify(call.body)));
    return bodies.size < from ? { status: 400 } : service(call);
  };
};

const FIRST_TAKEN = [
  [2, 'second'],
  [3, 'third'],
  [5, 'fifth'],
] as const;

test.each(drawnInTurn('batched updates', FIRST_TAKEN))(
  'a fault that only the update number %s of a draft shows fails, and names the history',
  async (from, word) => {
    const { found, run } = await conducted(forgetful(from));
    const fails = found.filter(({ verdict }) => verdict === 'fail');
    const repeated = fails.find(({ path, got }) => path && got.includes('one draft')) as Finding;
    const replayed = {
      ...run,
      plan: { ...run.plan, path: String(repeated.path), requirement: [repeated.requirement] },
    };
    const [test] = fieldsSuite(replayed).tests;
    const { findings = [] } = (await test?.conduct()) ?? {};

    expect(repeated.got).toBe(`status 200 at the write, from the ${word} update of one draft on`);
    expect(judgedCells(run, found).find(({ cell }) => cell === cellOf(repeated))?.verdict).toBe(
      'fail',
    );
    expect(findings.filter(({ verdict }) => verdict === 'fail')).toHaveLength(2);
  },
);

test('a replay of a history in a certify refuses the updates that the draft of the run refused', async () => {
  const { run, sent, found } = await stubRun(forgetful(3), 'jobloss');
  const thorough = { ...run, plan: { ...run.plan, thorough: true } };
  await conductFields(thorough);
  const isOfOtherDraw = ({ path = '' }: Finding): boolean => {
    const [, draw, before] = /^[^/]+\/(\d+)\/.* after (.*)$/.exec(path) ?? [];
    return before?.split(',').some((each) => !each.endsWith(`@${draw}`)) ?? false;
  };
  const shown = found.find((each) => each.verdict === 'fail' && isOfOtherDraw(each));
  /** Faulty updates of the draft on which a finding was made. */
  const updatesBehind = ({ exchanges }: Finding): readonly string[] => {
    const last = sent[(exchanges.at(-1) ?? 0) - 1];
    const isOnDraft = (call: Call): boolean =>
      isUpdate(call) && isFaulty(call) && last !== undefined && draftOf(call) === draftOf(last);
    return sent.filter(isOnDraft).map(({ body }) => JSON.stringify(body));
  };
  const { path = '', requirement } = shown ?? {};
  const [test] = fieldsSuite({
    ...thorough,
    plan: { ...thorough.plan, path, ...(requirement && { requirements: [requirement] }) },
  }).tests;
  const { findings = [] } = (await test?.conduct()) ?? {};
  const again = findings.find(({ verdict }) => verdict === 'fail');

  expect(shown && updatesBehind(shown).length).toBeGreaterThan(2);
  expect(again && updatesBehind(again)).toEqual(shown && updatesBehind(shown));
});

/** A target that refuses faults of the schema at the write. */
const REFUSING = {
  decisions: { readBackDelay: 0, checkpoints: { schema: 'write' } },
} as const;

test('a certify sends every fault that an update refuses as the first call on a draft, too', async () => {
  const { run, sent } = await stubRun(strict(stubService()), 'jobloss', undefined, REFUSING);
  const thorough = { ...run, plan: { ...run.plan, thorough: true } };
  await conductFields(thorough);
  const byDraft = Map.groupBy(sent.filter(draftOf), draftOf).values();
  const first = new Set([...byDraft].map(([call]) => call && isFaulty(call) && call.test));
  const expected = draftProbes(thorough)
    .filter(({ on }) => on === ON)
    .map((probe) => ({ probe, last: draftsOf(thorough, probe) }))
    .filter(({ probe, last }) => isFirstCallDraw(thorough, probe, last))
    .map(({ probe, last }) => `fields/${ON}/${probe.fault.id}/${last}`);

  expect(expected.length).toBeGreaterThan(50);
  expect(expected.filter((name) => !first.has(name))).toEqual([]);
});

/** Refuses faulty bodies, except updates that are the first call on their draft and match. */
const openAtFirst = (isChosen: (call: Call) => boolean): StubService => {
  const used = new Set<string>();
  let isFirst = false;
  const service = strict(stubService(), (call) => isFirst && isUpdate(call) && isChosen(call));
  return (call) => {
    isFirst = !used.has(draftOf(call));
    used.add(draftOf(call));
    return service(call);
  };
};

test('a fault that only the first call on a new draft shows fails in a certify', async () => {
  const { run, found } = await stubRun(openAtFirst(isTaken), 'jobloss', undefined, REFUSING);
  await conductFields({ ...run, plan: { ...run.plan, thorough: true } });
  const cell = judgedCells(run, found).find((each) => each.cell === `${LANGUAGE}@${ON}`);

  expect(cell?.verdict).toBe('fail');
});

test('a fault that is accepted once and never again is inconclusive', async () => {
  let chosen: string | undefined;
  const isOnce = (call: Call): boolean =>
    isTaken(call) && (chosen ??= draftOf(call)) === draftOf(call);
  const { run, found } = await conducted(strict(stubService(), isOnce));
  const cell = `${LANGUAGE}@${ON}`;

  expect(judgedCells(run, found).find((each) => each.cell === cell)).toMatchObject({
    verdict: 'inconclusive',
    reason: 'intermittent',
  });
});

test('does not send a fault that no run sees refused', async () => {
  const made = await conducted(strict(stubService()), {
    decisions: { readBackDelay: 0, purchaseMoment: 'payment' },
  });

  expect(sentOn(made).length).toBeGreaterThan(0);
  expect(sentOn(made).filter((call) => call.test.includes('/STARTDATE-01/'))).toEqual([]);
});

type IsBeside = (call: Call) => boolean;

/** Conducts the tests of a requirement against a service that knows which drafts have several calls in flight. */
const conductedBeside = async (
  serviceFor: (isBeside: IsBeside) => StubService,
  isChosen: (requirement: string | undefined) => boolean,
  schema: 'write' | 'contract' = 'write',
): Promise<StubRun> => {
  const inFlight = new Map<string, number>();
  const service = serviceFor((call) => (inFlight.get(draftOf(call)) ?? 0) > 1);
  const decisions = { readBackDelay: 0, checkpoints: { schema } } as const;
  const made = await stubRun(service, 'jobloss', undefined, { decisions });
  const { client } = made.run;
  const send: typeof client.send = async (call) => {
    const count = (change: number) =>
      inFlight.set(draftOf(call), (inFlight.get(draftOf(call)) ?? 0) + change);
    count(1);
    await setImmediate();
    const exchange = await client.send(call);
    await setImmediate();
    count(-1);
    return exchange;
  };
  const run = { ...made.run, client: { ...client, send } };
  const fields = openSuites(run).find(({ name }) => name === 'fields');
  for (const _ of fields?.probes() ?? []);
  for (const each of fields?.tests ?? []) if (isChosen(each.requirement)) await each.conduct();
  return { ...made, run };
};

test.each(['write', 'contract'] as const)(
  'a fault that shows only while another update is in flight fails, and names that, if the %s has to refuse it',
  async (checkpoint) => {
    const { run, found } = await conductedBeside(
      (isBeside) =>
        strict(stubService(), (call) => isTaken(call) && (!isUpdate(call) || isBeside(call))),
      (requirement) => requirement === LANGUAGE,
      checkpoint,
    );

    const failed = judgedCells(run, found).find(({ cell }) => cell === `${LANGUAGE}@${ON}`);
    expect(failed).toMatchObject({ verdict: 'fail' });
    expect(failed?.got).toContain('only if another call is in flight at the same time');
  },
);

test('updates that all lose a race for their draft are no failure of any requirement', async () => {
  const made = await conductedBeside(
    (isBeside) => {
      const service = strict(stubService());
      return (call) => (isUpdate(call) && isBeside(call) ? { status: 409 } : service(call));
    },
    () => true,
  );

  expect(made.sent.filter(isUpdate).length).toBeGreaterThan(50);
  expect(failedIn(made)).toEqual([]);
});

test('of two updates at once, one may be refused for what a merging service made of both (D1)', async () => {
  const out = mkdtempSync(join(tmpdir(), 'assay-merged-'));
  onTestFinished(() => rmSync(out, { recursive: true }));
  const merging = 'gate --dialect chance:23 --line gap --seed 23 --quiet --out';
  const { stdout, code } = await callCli([...merging.split(' '), out]);

  expect(stdout).toMatch(/^conformant: 8 of 8 operations reached, 0 failed, seed 23/m);
  expect(code).toBe(0);
});
