import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { COMPILE_CACHE } from '../client/project.ts';

/** Loaded before the program of a thread or another process, to which the compile cache of this one says nothing. */
export const PREPARED = `data:text/javascript,${encodeURIComponent(
  `import { enableCompileCache } from 'node:module'; enableCompileCache(${JSON.stringify(COMPILE_CACHE)});`,
)}`;

/**
 * Heap of a thread, MB. V8 takes what a machine of 24 GB has to spare otherwise: without these limits a gate takes 430 MB instead
 * of 300, and certify 530 instead of 400, for no less CPU. A run of 400 drafts a line stays below 300.
 */
const HEAP = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 1024 } as const;

/** Starts a program of ours in a thread of its own, with data that it finds as `workerData`. */
export const startWorker = (program: URL, workerData?: unknown): Worker =>
  new Worker(program, {
    execArgv: ['--import', PREPARED],
    workerData,
    resourceLimits: HEAP,
  });

/** Result of a promise; undefined after so many milliseconds, since a thread that hangs is not waited for. */
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

/** Ends a thread. Resolves when that is done, or after a second. */
export const terminateWorker = (thread: Worker): Promise<unknown> =>
  withTimeout(thread.terminate(), 1000);

/** A thread that outlives a run, so that a process that conducts several does not load the harness for each of them. */
export const reusableWorker = (program: URL) => {
  let kept: Worker | undefined;
  const get = (): Worker => {
    if (kept) return kept;
    const thread = startWorker(program);
    thread.once('exit', () => {
      if (kept === thread) kept = undefined;
    });
    // Keeps the process alive if it breaks while nobody listens: the next user gets a new thread, and hears of its error.
    thread.on('error', () => undefined);
    kept = thread;
    return thread;
  };
  return {
    /** The thread; it is started when it is first asked for, and anew once it has ended. */
    get,
    /** Starts it already, so that it loads what it needs while others get ready. Keeps no process alive. */
    warmUp: (): void => get().unref(),
    /** Ends it if no run comes after this one: what it holds is more than all that is left to do needs. */
    end: async (): Promise<void> => {
      if (kept) await terminateWorker(kept);
    },
  };
};
