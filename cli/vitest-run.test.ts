import { afterAll, expect, test } from 'vitest';
import { suiteThread } from './suite-thread.ts';
import { runInVitest } from './vitest-run.ts';

afterAll(() => suiteThread.end());

const PROGRESS = { update: () => undefined, pulse: () => undefined, note: () => undefined };

test('suites that cannot be shown are told as such: what was begun has to be ended', async () => {
  const faults: string[] = [];
  const collector = {
    fault: (where: string, { message }: { readonly message: string }) =>
      faults.push(`${where}: ${message}`),
    stopped: () => undefined,
  };

  expect(await runInVitest(1, [], PROGRESS, collector)).toBe(false);
  expect(faults).toEqual(['suites/assay.suite.ts: no run was conducted in this thread']);
});
