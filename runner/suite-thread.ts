import type { RunPlan } from '../suites/run-plan.ts';
import { keptThread } from './kept-thread.ts';
import type { OutcomeCollector, RunProgress } from './suite-outcome.ts';
import type { SuiteMessage } from './suite-worker.ts';

/** The thread that sends and judges. */
export const suiteThread = keptThread(new URL('suite-worker.ts', import.meta.url));

const NOWHERE = 'outside every test';

/** Conducts the suites of a plan on their thread, which keeps no process alive afterwards. */
export const runSuites = (
  plan: RunPlan,
  progress: RunProgress,
  { fault, stopped, unusable }: OutcomeCollector,
): Promise<void> =>
  new Promise((resolve) => {
    const thread = suiteThread.get();
    let done = 0;
    const end = (): void => {
      thread.off('message', hear).off('error', fail).off('exit', vanish).unref();
      resolve();
    };
    const fail = (error: Error): void => {
      fault(NOWHERE, error);
      end();
    };
    const vanish = (code: number): void =>
      fail(new Error(`the thread of the suites ended with ${code} before they did`));
    const hear = (message: SuiteMessage): void => {
      if (message.error) fault(message.title ?? NOWHERE, message.error);
      if (message.stopped !== undefined) stopped(message.stopped);
      if (message.unusable !== undefined) unusable(message.unusable);
      if (message.hasEnded) return end();
      if (message.title === undefined) return;
      done += 1;
      progress.update(done, message.total ?? 0, message.title);
    };
    // First, since it may throw, and listeners would hold the process; no answer comes before they listen.
    thread.postMessage(plan);
    thread.on('message', hear).on('error', fail).on('exit', vanish).ref();
  });
