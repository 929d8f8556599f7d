import type { RunPlan } from '../suites/run-plan.ts';
import { keptThread } from './kept-thread.ts';
import type { LoopMessage } from './loop-worker.ts';
import type { OutcomeCollector, RunProgress } from './suite-outcome.ts';

/** The thread in which the suites are conducted without vitest. */
export const loopThread = keptThread(new URL('loop-worker.ts', import.meta.url));

const NOWHERE = 'outside every test';

/** Conducts the suites of a plan without vitest, on a thread of their own, which keeps no process alive afterwards. */
export const runInLoop = (
  plan: RunPlan,
  progress: RunProgress,
  { fault, stopped }: OutcomeCollector,
): Promise<void> =>
  new Promise((resolve) => {
    const thread = loopThread.get();
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
    const hear = (message: LoopMessage): void => {
      if (message.error) fault(message.title ?? NOWHERE, message.error);
      if (message.stopped !== undefined) stopped(message.stopped);
      if (message.hasEnded) return end();
      if (message.title === undefined) return;
      done += 1;
      progress.update(done, message.total ?? 0, message.title);
    };
    // First, since it may throw, and listeners would hold the process; no answer comes before they listen.
    thread.postMessage(plan);
    thread.on('message', hear).on('error', fail).on('exit', vanish).ref();
  });
