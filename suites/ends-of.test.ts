import { expect, test } from 'vitest';
import type { NamedSuite } from './agendas.ts';
import { endsOf } from './ends-of.ts';
import type { Run } from './run.ts';
import type { SuiteTest } from './suite.ts';

const titled = (title: string): SuiteTest => ({ title, meta: {}, conduct: async () => ({}) });

test('a loop that breaks ends every test with its error', async () => {
  const tests = [titled('one'), titled('other')] as const;
  const suites: readonly NamedSuite[] = [{ name: 'journeys', tests, probes: () => [] }];
  // A run without a target: the loop cannot even begin.
  const endOf = endsOf({} as Run, suites);
  const ends = await Promise.all(tests.map(endOf));

  expect(ends).toEqual([{ error: expect.any(TypeError) }, { error: expect.any(TypeError) }]);
});
