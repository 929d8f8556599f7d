import { test, type TestContext } from 'vitest';
import { LeadsNowhere } from './replayed-path.ts';
import { run } from './run.ts';
import { RunStopped } from './stop.ts';

const leave = (context: TestContext, reason: string): never => {
  context.task.meta.stopped = reason;
  return context.skip(`inconclusive: ${reason}`);
};

/** Conducts the body of a suite's test while the run goes on; once it was stopped the test is skipped with the reason. */
export const conductTest = async (
  context: TestContext,
  body: () => Promise<void>,
): Promise<void> => {
  const before = run.stop.reason();
  if (before !== undefined) leave(context, before);
  try {
    await body();
  } catch (error) {
    if (error instanceof RunStopped) leave(context, error.message);
    throw error;
  }
};

/** Ends the run as one that cannot be had: the replay's path is that of nothing which this suite sends. */
export const reportLeadsNowhere = (path: string): void => {
  test('what the path of the replay leads to', () => {
    throw new LeadsNowhere(path);
  });
};

/** A module without any test is an error of vitest's; this one says instead that nothing of it is selected. */
export const reportNothingSelected = (): void => {
  test('nothing of this suite is selected', (context) => context.skip('not selected'));
};
