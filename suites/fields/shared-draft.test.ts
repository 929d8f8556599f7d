import { mean } from 'simple-statistics';
import { expect, test } from 'vitest';
import type { Call } from '../../client/http/build-request.ts';
import { LEGAL_VALUES } from '../../generators/legal-values.ts';
import type { LegalValue } from '../../generators/legal-value.ts';
import { valueAt } from '../../generators/pointer.ts';
import { stubRun } from '../testing/stub-run.ts';
import { type StubService, stubService } from '../testing/stub-service.ts';
import { type ValuesRun, valuesRun, announcedValue } from './shared-draft.ts';
import { legalTest, testOf } from './value-draft.ts';
import { collectLegalValue } from './legal-value.ts';

const ON = 'jobloss.draft-create';
const VALUES = LEGAL_VALUES.filter(({ operations }) => operations.includes(ON));

/** Announces all values, and returns the draft that covers each. */
const announced = (run: ValuesRun): ReadonlyMap<LegalValue, string> => {
  for (const value of VALUES) announcedValue(run, value, ON, 1);
  return new Map(
    VALUES.map((value) => {
      return [value, run.legalDrafts.get(`${legalTest(value, ON)}/1`)?.test ?? ''];
    }),
  );
};

const plain = valuesRun((await stubRun(stubService(), 'jobloss')).run);
const SHOWN = announced(plain);
const isOwn = (value: LegalValue): boolean => SHOWN.get(value) === `${legalTest(value, ON)}/1`;

/** A value covered by another value's draft, and that other value. */
const pairOfValues = (): readonly [LegalValue, LegalValue] => {
  const shown = VALUES.find((value) => !isOwn(value));
  const owner = VALUES.find(
    (value) => isOwn(value) && SHOWN.get(value) === SHOWN.get(shown ?? value),
  );
  if (!shown || !owner) throw new Error(`no draft of ${ON} shows two values`);
  return [shown, owner];
};

const [VALUE, OWNER] = pairOfValues();

const writing = (refuses: (call: Call) => boolean) => {
  const service = stubService();
  const written: Call[] = [];
  const watched: StubService = (call) => {
    if (call.operation !== ON) return service(call);
    written.push(call);
    return refuses(call) ? { status: 400 } : service(call);
  };
  return { service: watched, written };
};

const verdicts = (findings: Awaited<ReturnType<typeof collectLegalValue>>) =>
  findings
    .filter(({ requirement }) => requirement === VALUE.requirement)
    .map(({ verdict, test: name }) => ({ verdict, name }));

test('five draws of a certify show nearly every value in each language, and over both kinds of connections', () => {
  const run = valuesRun({ ...plain, plan: { ...plain.plan, thorough: true } });
  const draws = [1, 2, 3, 4, 5];
  const shares = VALUES.filter(({ pointer }) => pointer !== '/language').map((value) => {
    const drafts = draws.map((draw) => {
      announcedValue(run, value, ON, draw);
      return run.legalDrafts.get(testOf(value, ON, draw));
    });
    const met = new Set(
      drafts.flatMap((draft) => [valueAt(draft?.body, '/language'), draft?.context?.connection]),
    );
    const values = ['nl', 'fr', 'en', 'fresh', 'reused'];
    return values.filter((each) => met.has(each)).length / values.length;
  });

  expect(mean(shares)).toBeGreaterThan(0.9);
});

test('the draft of a draw is the same in whatever order draws are asked for, as in a replay', () => {
  const certify = () => valuesRun({ ...plain, plan: { ...plain.plan, thorough: true } });
  const draftsOf = (run: ValuesRun, draws: readonly number[]) => {
    for (const draw of draws) for (const value of VALUES) announcedValue(run, value, ON, draw);
    return VALUES.map((value) => {
      const { body, context } = run.legalDrafts.get(testOf(value, ON, 3)) ?? {};
      return { body, context };
    });
  };

  expect(draftsOf(certify(), [3])).toEqual(draftsOf(certify(), [1, 2, 3]));
});

test('writes fewer drafts than values, and each value has a draft', () => {
  const drafts = new Set(SHOWN.values());
  expect(drafts.size).toBeLessThan(0.6 * VALUES.length);
  expect([...SHOWN].filter(([, name]) => name === '')).toEqual([]);
  const without = VALUES.filter((value) => {
    const draft = plain.legalDrafts.get(`${legalTest(value, ON)}/1`);
    return !draft || !value.holds(draft.body, plain.generators);
  });
  expect(without).toEqual([]);
});

test('one write shows both values, whichever is requested first', async () => {
  const { service, written } = writing(() => false);
  const run = valuesRun((await stubRun(service, 'jobloss')).run);
  announced(run);

  const found = await collectLegalValue(run, VALUE, ON, 1);
  const [owner] = await collectLegalValue(run, OWNER, ON, 1);

  expect(verdicts(found)).toEqual([{ verdict: 'pass', name: `${legalTest(OWNER, ON)}/1` }]);
  expect(owner?.exchanges).toEqual(found[0]?.exchanges);
  expect(written).toHaveLength(1);
  // Results are kept only for values that have not been tested yet.
  const left = [...run.legalDrafts.keys()];
  expect(left).not.toContain(`${legalTest(VALUE, ON)}/1`);
  expect(left).not.toContain(`${legalTest(OWNER, ON)}/1`);
});

test('tries a value in its own draft if the shared one is refused', async () => {
  const { service, written } = writing(({ body }) => OWNER.holds(Object(body), plain.generators));
  const run = valuesRun((await stubRun(service, 'jobloss')).run);
  announced(run);

  const found = verdicts(await collectLegalValue(run, VALUE, ON, 1));

  expect(found.at(-1)?.verdict).toBe('pass');
  expect(found.map(({ name }) => name)).not.toContain(`${legalTest(OWNER, ON)}/1`);
  expect(written.length).toBeGreaterThan(1);
});

test('a value fails if every draft with it is refused', async () => {
  const { service } = writing(({ body }) => VALUE.holds(Object(body), plain.generators));
  const run = valuesRun((await stubRun(service, 'jobloss')).run);
  announced(run);

  const found = verdicts(await collectLegalValue(run, VALUE, ON, 1));

  expect(found.map(({ verdict }) => verdict)).toContain('fail');
});

const replayed = async (value: LegalValue) => {
  const run = valuesRun((await stubRun(stubService(), 'jobloss')).run);
  const probes = [`${legalTest(value, ON)}/1`];
  const replaying = { ...run, plan: { ...run.plan, probes } };
  announced(replaying);
  return replaying.legalDrafts.get(`${legalTest(value, ON)}/1`);
};

test('replays a value as in its run: alone, or with those that it was sent with', async () => {
  const [first] = VALUES.filter((value) => isOwn(value) && !value.name.includes('absent'));
  if (!first) throw new Error(`no value of ${ON} has a draft`);

  const again = await replayed(first);

  expect((await replayed(VALUE))?.test).toBe(`${legalTest(VALUE, ON)}/1`);
  expect(again?.body).toEqual(plain.legalDrafts.get(`${legalTest(first, ON)}/1`)?.body);
});
