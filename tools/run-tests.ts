import { join } from 'node:path';
import { startVitest } from 'vitest/node';
import { CountingReporter, type TestCounts } from './test-counts.ts';

/** Runs the project's tests whose paths contain one of the filters (all without any) and prints what failed or was skipped. */
export const runTests = async (
  root: string,
  filters: readonly string[],
  print: (line: string) => void,
): Promise<TestCounts> => {
  const counting = new CountingReporter();
  const vitest = await startVitest('test', [...filters], {
    root,
    config: join(root, 'vitest.config.ts'),
    watch: false,
    reporters: ['default', counting],
  });
  await vitest.close();
  for (const skip of counting.skips) print(`skipped: ${skip}`);
  return counting.counts;
};
