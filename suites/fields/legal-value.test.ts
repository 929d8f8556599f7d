import { expect, test } from 'vitest';
import { LEGAL_VALUES } from '../../generators/legal-values.ts';
import { isObject, valueAt } from '../../generators/pointer.ts';
import type { Finding } from '../../oracles/finding.ts';
import { disturbedService } from '../testing/disturbed-service.ts';
import { judgedCells } from '../testing/judged-cells.ts';
import { stubRun } from '../testing/stub-run.ts';
import { collectLegalValue } from './legal-value.ts';
import type { Call } from '../../client/http/build-request.ts';
import { operation } from '../../spec/operations.ts';
import { refusalOf, stubService, type StubService } from '../testing/stub-service.ts';
import { announcedValue, valuesRun } from './shared-draft.ts';
import { legalTest } from './value-draft.ts';

const ON = 'jobloss.draft-update';
const ALL = LEGAL_VALUES.filter(({ operations }) => operations.includes(ON));

const [VALUE] = ALL;

test.each([1, 2, 3])('sends a value again if request %i got no answer', async (place) => {
  if (!VALUE) throw new Error(`no legal value is sent to ${ON}`);
  const { run } = await stubRun(disturbedService(place), 'jobloss');

  const cells = judgedCells(run, await collectLegalValue(valuesRun(run), VALUE, ON, 1));

  expect(cells.find(({ requirement }) => requirement === VALUE.requirement)?.verdict).toBe('pass');
  // Cells that other suites judge are reported there.
  const open = cells.filter(
    ({ verdict, reason }) => verdict === 'inconclusive' && reason !== 'blocked-by',
  );
  expect(open).toEqual([]);
});

/** A service that refuses invalid calls. */
const refusing = (): StubService => {
  const service = stubService();
  return (call) => (call.intent === 'faulty' ? refusalOf(call) : service(call));
};

/** A service that answers these updates of a priced draft with a status. */
const oncePriced = (status: number, isMeant: (call: Call) => boolean): StubService => {
  const service = refusing();
  const priced = new Set<string | undefined>();
  return (call) => {
    const { draftId } = call.params ?? {};
    if (operation(call.operation).step === 'price-request') priced.add(draftId);
    const isRefused = call.operation === ON && priced.has(draftId) && isMeant(call);
    return isRefused ? { status } : service(call);
  };
};

/** All values as a run announces them, and an ordinary text covered by another value's draft that is priced before its update. */
const announcedOn = async (service: StubService, probes: readonly string[] = []) => {
  const { run: plain } = await stubRun(service, 'jobloss');
  const run = valuesRun({ ...plain, plan: { ...plain.plan, probes } });
  for (const each of ALL) announcedValue(run, each, ON, 1);
  const value = ALL.find((each) => {
    const { context, test: shownBy } = run.legalDrafts.get(`${legalTest(each, ON)}/1`) ?? {};
    const isShared = shownBy !== `${legalTest(each, ON)}/1` && each.name.startsWith('with-');
    return (context?.priceRequests ?? 0) > 0 && isShared;
  });
  return { run, value };
};

const { run: plain, value: PRICED } = await announcedOn(refusing());
if (!PRICED) throw new Error(`no draft of ${ON} is priced before its update`);
const holdsPriced = ({ body }: Call): boolean => PRICED.holds(Object(body), plain.generators);

const cellsOf = async (service: StubService, probes?: readonly string[]) => {
  const { run } = await announcedOn(service, probes);
  const cells = judgedCells(run, await collectLegalValue(run, PRICED, ON, 1));
  const own = cells.find(({ requirement }) => requirement === PRICED.requirement);
  return { cells, own, failed: cells.filter(({ verdict }) => verdict === 'fail') };
};

test.each([
  ['in a run', []],
  ['in a replay of the value alone', [legalTest(PRICED, ON)]],
])('a value that only a priced draft refuses fails %s, and names the price', async (_, probes) => {
  const { own } = await cellsOf(oncePriced(400, holdsPriced), probes);

  expect(own).toMatchObject({ verdict: 'fail' });
  expect(own?.got).toContain('only if the draft was priced');
});

test('a service whose priced drafts accept no more updates is correct (R5)', async () => {
  const { own, failed } = await cellsOf(oncePriced(409, () => true));

  expect(own?.verdict).toBe('pass');
  expect(failed).toEqual([]);
});

test('a server error is no right: reports updates of priced drafts that all end so', async () => {
  const { cells } = await cellsOf(oncePriced(500, () => true));

  const open = cells.filter(({ verdict }) => verdict === 'inconclusive');
  expect(open).toMatchObject([{ requirement: 'LEGAL-01', operation: ON, status: 500 }]);
});

test('a path that is not served is no evidence about a value, which is not tried in further bodies', async () => {
  const service = refusing();
  let unserved = 0;
  const { own, failed } = await cellsOf((call) => {
    if (call.operation !== ON) return service(call);
    unserved += 1;
    return { status: 405 };
  });

  // Two attempts in the context and one in the plain one, with the calls that bring drafts there: 266 with further bodies.
  expect(unserved).toBeLessThanOrEqual(60);
  expect(own?.verdict).toBe('inconclusive');
  expect(failed.map(({ requirement }) => requirement)).toEqual(['PATH-01']);
});

/** Requirements that fail on a service that refuses these updates, each value tried in its drawn context. */
const failedOn = async (isRefused: (body: object) => boolean): Promise<readonly string[]> => {
  const service = refusing();
  const { run } = await announcedOn((call) =>
    call.operation === ON && isRefused(Object(call.body) as object)
      ? { status: 400 }
      : service(call),
  );
  const findings: Finding[] = [];
  for (const each of ALL) findings.push(...(await collectLegalValue(run, each, ON, 1)));
  const cells = judgedCells(run, findings);
  return cells.flatMap(({ requirement, verdict }) => (verdict === 'fail' ? requirement : []));
};

test('blames a field that must be present, not the object that leaves it out', async () => {
  const requirement = 'JOBLOSS-LEGAL-policyholder.address';
  const value = ALL.find((each) => each.requirement === requirement && each.name === 'absent');
  if (!value) throw new Error(`${requirement} is never absent`);

  expect(await failedOn((body) => value.holds(body, plain.generators))).toEqual([requirement]);
});

const without = (object: string, field: string) => (body: object) => {
  const value = valueAt(body, object);
  return isObject(value) && !Object.hasOwn(value, field);
};

test.each([
  ['/terms', 'variant', 'JOBLOSS-LEGAL-terms.variant'],
  ['/terms', 'claimLimit', 'JOBLOSS-LEGAL-terms.claimLimit'],
  ['/policyholder', 'address', 'JOBLOSS-LEGAL-policyholder.address'],
  ['', 'language', 'JOBLOSS-LEGAL-language'],
])(
  'drafts of few fields that a service refuses without one blame only that: %s without %s',
  async (object, field, requirement) => {
    const on = 'jobloss.draft-create';
    const isRefused = without(object, field);
    const service = refusing();
    const { run: gate } = await stubRun(
      (call) =>
        call.operation === on && isRefused(Object(call.body)) ? { status: 400 } : service(call),
      'jobloss',
    );
    const run = valuesRun({ ...gate, plan: { ...gate.plan, thorough: true } });
    const values = LEGAL_VALUES.filter(({ operations }) => operations.includes(on));
    for (const each of values) announcedValue(run, each, on, 2);
    const findings: Finding[] = [];
    for (const each of values) findings.push(...(await collectLegalValue(run, each, on, 2)));
    const failed = judgedCells(run, findings).filter(({ verdict }) => verdict === 'fail');

    expect(failed.map((each) => each.requirement)).toEqual([requirement]);
  },
);

test('a value that a priced draft accepts in a small body is not to blame for a large one', async () => {
  const isLarge = ({ body }: Call): boolean => JSON.stringify(body).length > 100;

  const { cells, own } = await cellsOf(
    oncePriced(400, (call) => holdsPriced(call) && isLarge(call)),
  );

  expect(own?.verdict).toBe('pass');
  // The refusals remain sightings of a legal request that was refused.
  const legal = cells.find(
    ({ requirement, operation: on }) => requirement === 'LEGAL-01' && on === ON,
  );
  expect(legal).toMatchObject({ verdict: 'fail', status: 400 });
});
