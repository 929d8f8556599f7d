import { Worker, type WorkerOptions } from 'node:worker_threads';

const KEEP_COMPILED = new URL('keep-thread-compiled.ts', import.meta.url).href;

/**
 * A thread of a program that outlives a run, so that a process that conducts several runs does not load and
 * compile the harness for each of them. Started when it is first asked for, and anew once it has ended.
 */
export const keptThread = (program: URL): ((options?: WorkerOptions) => Worker) => {
  let kept: Worker | undefined;
  return (options) => {
    if (kept) return kept;
    const thread = new Worker(program, {
      ...options,
      execArgv: [...(options?.execArgv ?? []), '--import', KEEP_COMPILED],
    });
    thread.once('exit', () => {
      if (kept === thread) kept = undefined;
    });
    kept = thread;
    return thread;
  };
};
