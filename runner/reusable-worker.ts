import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { COMPILE_CACHE } from '../client/project.ts';

/** Preload script of a thread or child process, since the compile cache is enabled for each of them. */
export const PREPARED = `data:text/javascript,${encodeURIComponent(
  `import { enableCompileCache } from 'node:module'; enableCompileCache(${JSON.stringify(COMPILE_CACHE)});`,
)}`;

/**
 * Heap limits of a thread in MB. Without them V8 uses what a machine of 24 GB has: a gate takes 430 MB instead of 300, and
 * certify 530 instead of 400, for no less CPU. A run of 400 drafts per line stays below 300.
 */
const HEAP = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 1024 } as const;

/** Starts a worker thread with `workerData`. */
export const startWorker = (program: URL, workerData?: unknown): Worker =>
  new Worker(program, {
    execArgv: ['--import', PREPARED],
    workerData,
    resourceLimits: HEAP,
  });

/** Result of a promise; undefined after a timeout in milliseconds, since a hanging thread is not awaited. */
export const withTimeout = async <Value>(
  promise: Promise<Value>,
  milliseconds: number,
): Promise<Value | undefined> => {
  const ended = new AbortController();
  const late = sleep(milliseconds, undefined, { signal: ended.signal }).catch(() => undefined);
  try {
    return await Promise.race([promise, late]);
  } finally {
    ended.abort();
  }
};

/** Terminates a thread. Resolves when that is done, or after a second. */
export const terminateWorker = (thread: Worker): Promise<unknown> =>
  withTimeout(thread.terminate(), 1000);

/** A worker thread that outlives a run, so that a process with several runs loads the harness once. */
export const reusableWorker = (program: URL) => {
  let kept: Worker | undefined;
  const get = (): Worker => {
    if (kept) return kept;
    const thread = startWorker(program);
    thread.once('exit', () => {
      if (kept === thread) kept = undefined;
    });
    // Keeps the process alive if it crashes without a listener: the next user gets a new thread, and its error.
    thread.on('error', () => undefined);
    kept = thread;
    return thread;
  };
  return {
    /** The thread, started on first use, and again after it has ended. */
    get,
    /** Starts the thread early, so that it loads modules in the meantime. Does not keep the process alive. */
    warmUp: (): void => get().unref(),
    /** Terminates it after the last run, to free more memory than the remaining work needs. */
    end: async (): Promise<void> => {
      if (kept) await terminateWorker(kept);
    },
  };
};
