import { afterAll, describe, inject, test, type TestContext } from 'vitest';
import { announce } from './announce.ts';
import { askForOneDraft } from './bare-drafts.ts';
import { conductTest } from './conduct-test.ts';
import { openSuites } from './open-suites.ts';
import { openRun } from './run.ts';
import { isAlone } from './suite-order.ts';
import type { Suite, SuiteTest } from './suite.ts';

// What vitest runs: it opens the one run of the plan, and shows each test of its suites.
const run = await openRun(inject('plan'));
await askForOneDraft(run);
const suites = openSuites(run);

/** Announces the probes of a suite when its first test begins, whether or not the run was stopped by then. */
const announcing = ({ probes }: Suite): (() => void) => {
  let isAnnounced = false;
  return () => {
    if (isAnnounced) return;
    isAnnounced = true;
    announce(run, probes());
  };
};

const register = (suite: Suite): void => {
  const begin = announcing(suite);
  const conducted =
    ({ conduct }: SuiteTest) =>
    async (context: TestContext): Promise<void> => {
      begin();
      await conductTest(run, context, () => conduct(context));
    };
  for (const each of suite.tests) test.concurrent(each.title, { meta: each.meta }, conducted(each));
  for (const each of suite.last ?? []) test(each.title, { meta: each.meta }, conducted(each));
};

for (const { name, ...suite } of suites) {
  const group = isAlone(name) ? describe : describe.concurrent;
  group(name, () => register(suite));
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
