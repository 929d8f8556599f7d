import { conductSuites, type NamedSuite, type TestEnd } from './conduct-suites.ts';
import type { Run } from './run.ts';
import type { SuiteTest } from './suite.ts';

/** Conducts the suites from when on the end of a first test is asked for, and says how each ends. */
export const endsOf = (
  run: Run,
  suites: readonly NamedSuite[],
): ((test: SuiteTest) => Promise<TestEnd>) => {
  const ends = new Map(
    suites
      .flatMap(({ tests, last = [] }) => [...tests, ...last])
      .map((test) => [test, Promise.withResolvers<TestEnd>()]),
  );
  let conducting: Promise<void> | undefined;
  return async (test) => {
    conducting ??= conductSuites(run, suites, (ended, end) => ends.get(ended)?.resolve(end));
    const broken = conducting.then((): TestEnd => {
      return { error: new Error('the loop ended without this test') };
    });
    return Promise.race([ends.get(test)?.promise ?? broken, broken]);
  };
};
