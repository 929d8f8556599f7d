import { expect, test } from 'vitest';
import { LEGAL_VALUES } from '../../generators/legal-values.ts';
import { disturbedService } from '../testing/disturbed-service.ts';
import { judgedCells } from '../testing/judged-cells.ts';
import { stubRun } from '../testing/stub-run.ts';
import { collectLegalValue } from './legal-value.ts';
import type { Call } from '../../client/http/build-request.ts';
import type { LegalValue } from '../../generators/legal-value.ts';
import { operation } from '../../spec/operations.ts';
import { stubService, type StubService } from '../testing/stub-service.ts';
import { announcedValue, legalTest, valuesRun } from './shared-draft.ts';

const ON = 'jobloss.draft-update';
const ALL = LEGAL_VALUES.filter(({ operations }) => operations.includes(ON));

const [VALUE] = ALL;

test.each([1, 2, 3])('a value whose request %i got no answer is sent again', async (place) => {
  if (!VALUE) throw new Error(`no legal value is sent to ${ON}`);
  const { run } = await stubRun(disturbedService(place), 'jobloss');

  const cells = judgedCells(run, await collectLegalValue(valuesRun(run), VALUE, ON, 1));

  expect(cells.find(({ requirement }) => requirement === VALUE.requirement)?.verdict).toBe('pass');
  // Cells that other suites reach are reported there.
  const open = cells.filter(
    ({ verdict, reason }) => verdict === 'inconclusive' && reason !== 'blocked-by',
  );
  expect(open).toEqual([]);
});

/** A service that refuses these updates of a draft that was priced. */
const refusingOncePriced = (refuses: (call: Call) => boolean): StubService => {
  const service = stubService();
  const priced = new Set<string | undefined>();
  return (call) => {
    const { draftId } = call.params ?? {};
    if (operation(call.operation).step === 'price-request') priced.add(draftId);
    const isRefused = call.operation === ON && priced.has(draftId) && refuses(call);
    return isRefused ? { status: 400 } : service(call);
  };
};

/** All values as a run announces them, and a value whose draft is priced before its update. */
const announcedOn = async (service: (value: () => LegalValue) => StubService) => {
  let value: LegalValue | undefined;
  const { run: plain } = await stubRun(
    service(() => value as LegalValue),
    'jobloss',
  );
  const run = valuesRun(plain);
  for (const each of ALL) announcedValue(run, each, ON, 1);
  const nameOf = (each: LegalValue): string => `${legalTest(each, ON)}/1`;
  value = ALL.find((each) => {
    const { context, test: shownBy } = run.legalDrafts.get(nameOf(each)) ?? {};
    return (context?.priceRequests ?? 0) > 0 && shownBy !== nameOf(each);
  });
  if (!value) throw new Error(`no draft of ${ON} is priced before its update`);
  return { run, value };
};

test('a value that only a priced draft refuses fails, and names the price', async () => {
  const { run, value } = await announcedOn((wanted) =>
    refusingOncePriced(({ body }) => wanted().holds(body as object, run.generators)),
  );

  const found = await collectLegalValue(run, value, ON, 1);

  const cells = judgedCells(run, found);
  const cell = cells.find(({ requirement }) => requirement === value.requirement);
  expect(cell).toMatchObject({ verdict: 'fail' });
  expect(cell?.got).toContain('only if the draft was priced');
});

test('a service whose priced drafts take no more updates is right (R5)', async () => {
  const { run, value } = await announcedOn(() => refusingOncePriced(() => true));

  const cells = judgedCells(run, await collectLegalValue(run, value, ON, 1));

  expect(cells.find(({ requirement }) => requirement === value.requirement)?.verdict).toBe('pass');
  expect(cells.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
});
