import { afterAll, describe, inject, test } from 'vitest';
import { askForOneDraft } from './bare-drafts.ts';
import { conclude } from './conclude.ts';
import { conductSuites, type TestEnd } from './conduct-suites.ts';
import { attachWalks } from './evidence.ts';
import { openSuites } from './open-suites.ts';
import { openRun } from './run.ts';
import { isAlone } from './suite-order.ts';
import type { SuiteTest } from './suite.ts';

// What vitest runs: it opens the one run of the plan, and shows each test of its suites as the run's own loop ends it.
const run = await openRun(inject('plan'));
await askForOneDraft(run);
const suites = openSuites(run);

const ends = new Map(
  suites
    .flatMap(({ tests, last = [] }) => [...tests, ...last])
    .map((each) => [each, Promise.withResolvers<TestEnd>()]),
);
let conducting: Promise<void> | undefined;

/** Shows a test; the first one starts the loop, which goes its own way from then on. */
const show = (each: SuiteTest, concurrent: boolean): void => {
  const register = concurrent ? test.concurrent : test;
  register(each.title, { meta: each.meta }, async (context) => {
    conducting ??= conductSuites(run, suites, (ended, end) => ends.get(ended)?.resolve(end));
    const broken = conducting.then((): TestEnd => {
      return { error: new Error('the loop left this test out') };
    });
    const end = await Promise.race([ends.get(each)?.promise ?? broken, broken]);
    await attachWalks(run, end.result);
    conclude(run, context, end);
  });
};

for (const { name, tests, last = [] } of suites) {
  const group = isAlone(name) ? describe : describe.concurrent;
  group(name, () => {
    for (const each of tests) show(each, true);
    for (const each of last) show(each, false);
  });
}

/** A module without any test is an error of vitest's. */
const sayNothingIsSelected = (): void => {
  test('nothing is selected', (context) => context.skip('not selected'));
};

if (suites.length === 0) sayNothingIsSelected();

afterAll(() => {
  // Nobody waits for it: where the run was stopped, a request may be under way until its deadline.
  run.close().catch(() => undefined);
});
