import { afterAll, beforeAll, describe, inject, test, type TestContext } from 'vitest';
import { announce } from './announce.ts';
import { askForOneDraft } from './bare-drafts.ts';
import { conductTest } from './conduct-test.ts';
import { openSuites } from './open-suites.ts';
import { openRun } from './run.ts';
import { isAlone } from './suite-order.ts';
import type { SuiteTest } from './suite.ts';

// What vitest runs: it opens the one run of the plan, and shows each test of its suites.
const run = await openRun(inject('plan'));
await askForOneDraft(run);
const suites = openSuites(run);

const conducted =
  ({ conduct }: SuiteTest) =>
  (context: TestContext): Promise<void> =>
    conductTest(run, context, () => conduct(context));

for (const { name, probes, tests, last = [] } of suites) {
  const group = isAlone(name) ? describe : describe.concurrent;
  group(name, () => {
    beforeAll(() => announce(run, probes()));
    for (const each of tests) test.concurrent(each.title, { meta: each.meta }, conducted(each));
    for (const each of last) test(each.title, { meta: each.meta }, conducted(each));
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
