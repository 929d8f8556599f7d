import { afterAll, describe, test } from 'vitest';
import { takeConductedRun } from './conducted-run.ts';
import { conclude } from './conclude.ts';
import { attachWalks } from './evidence.ts';
import type { SuiteTest } from './suite.ts';

// What vitest runs: it shows each test of the run that was begun as the run's own loop ends it.
const { run, suites, endOf } = await takeConductedRun();

const show = (each: SuiteTest, register: typeof test.concurrent): void => {
  register(each.title, { meta: each.meta }, async (context) => {
    const end = await endOf(each);
    await attachWalks(run, end.result);
    conclude(run, context, end);
  });
};

for (const { name, tests, last = [] } of suites) {
  describe(name, () => {
    for (const each of tests) show(each, test.concurrent);
    for (const each of last) show(each, test);
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
