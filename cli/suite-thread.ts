import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { PoolOptions, PoolRunnerInitializer, PoolWorker } from 'vitest/node';

const PROGRAM = fileURLToPath(new URL('suite-worker.ts', import.meta.url));

let kept: Worker | undefined;

const threadFor = ({ env, execArgv }: PoolOptions): Worker => {
  if (kept) return kept;
  const thread = new Worker(PROGRAM, { env: env as NodeJS.ProcessEnv, execArgv });
  thread.once('exit', () => {
    if (kept === thread) kept = undefined;
  });
  kept = thread;
  return thread;
};

/**
 * The pool of the suites: one thread, which outlives a run, so that a process that conducts several runs does not load and
 * compile the harness for each of them. It keeps no process alive.
 */
export const SUITE_THREAD: PoolRunnerInitializer = {
  name: 'suite-thread',
  createPoolWorker: (options): PoolWorker => {
    const thread = threadFor(options);
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
