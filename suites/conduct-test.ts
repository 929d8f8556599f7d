import type { TestContext } from 'vitest';
import type { Run } from './run.ts';
import { RunStopped } from './stop.ts';

const leave = (context: TestContext, reason: string): never => {
  context.task.meta.stopped = reason;
  return context.skip(`inconclusive: ${reason}`);
};

/** Conducts the body of a suite's test while the run goes on; once it was stopped the test is skipped with the reason. */
export const conductTest = async (
  run: Run,
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
