import type { NamedSuite } from './agendas.ts';
import { conductSuites, type TestEnd } from './conduct-suites.ts';
import type { Run } from './run.ts';
import type { SuiteTest } from './suite.ts';

/** Conducts the suites, and says how each of their tests ends. */
export const endsOf = (
  run: Run,
  suites: readonly NamedSuite[],
): ((test: SuiteTest) => Promise<TestEnd>) => {
  const ends = new Map(
    suites
      .flatMap(({ tests, last = [] }) => [...tests, ...last])
      .map((test) => [test, Promise.withResolvers<TestEnd>()]),
  );
  // Nobody waits for ever, whatever becomes of the loop; what has ended stays as it was.
  const endAll = (error: unknown): void => {
    for (const { resolve } of ends.values()) resolve({ error });
  };
  const conduct = async (): Promise<void> => {
    try {
      await conductSuites(run, suites, (ended, end) => ends.get(ended)?.resolve(end));
      endAll(new Error('the loop ended without this test'));
    } catch (error) {
      endAll(error);
    }
  };
  void conduct();
  return async (test) => {
    const end = await ends.get(test)?.promise;
    // What a test exchanged is held no longer than its report takes.
    ends.delete(test);
    return end ?? { error: new Error('this test is of no suite') };
  };
};
