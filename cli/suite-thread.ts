import type { PoolRunnerInitializer, PoolWorker } from 'vitest/node';
import type { RunPlan } from '../suites/run-plan.ts';
import { keptThread } from './kept-thread.ts';
import type { SuiteOrder } from './suite-worker.ts';

/** The thread in which suites send, and in which vitest shows them. */
export const suiteThread = keptThread(new URL('suite-worker.ts', import.meta.url));

/** Has the thread conduct a run, so that it sends while vitest gets ready to show it. */
export const beginSuites = (plan: RunPlan): void => {
  const order: SuiteOrder = { conduct: plan };
  suiteThread.get().postMessage(order);
};

/** The pool of the suites: one thread, which outlives a run and keeps no process alive. */
export const SUITE_THREAD: PoolRunnerInitializer = {
  name: 'suite-thread',
  createPoolWorker: (): PoolWorker => {
    const thread = suiteThread.get();
    const heard: [event: string, listener: (...args: unknown[]) => void][] = [];
    let hasStopped = false;
    const watch = (message: { readonly type?: unknown }): void => {
      hasStopped ||= message.type === 'stopped';
    };
    return {
      name: SUITE_THREAD.name,
      on: (event, listener) => {
        heard.push([event, listener]);
        thread.on(event, listener);
      },
      off: (event, listener) => {
        thread.off(event, listener);
      },
      send: (message) => thread.postMessage(message),
      deserialize: (data) => data,
      start: () => {
        thread.ref();
        thread.on('message', watch);
        return Promise.resolve();
      },
      stop: async () => {
        thread.off('message', watch);
        for (const [event, listener] of heard) thread.off(event, listener);
        if (hasStopped) thread.unref();
        // One that hangs is of no use to the next run.
        else await thread.terminate();
      },
    };
  },
};
