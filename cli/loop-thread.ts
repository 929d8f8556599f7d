import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { RunPlan } from '../suites/run-plan.ts';
import type { LoopMessage } from './loop-worker.ts';
import type { OutcomeCollector, RunProgress } from './suite-outcome.ts';

const PROGRAM = fileURLToPath(new URL('loop-worker.ts', import.meta.url));

let kept: Worker | undefined;

/** One thread, which outlives a run, so that a process that conducts several does not load the suites for each of them. */
const thread = (): Worker => {
  if (kept) return kept;
  const worker = new Worker(PROGRAM);
  worker.once('exit', () => {
    if (kept === worker) kept = undefined;
  });
  kept = worker;
  return worker;
};

/** Conducts the suites of a plan without vitest, on a thread of their own. */
export const runInLoop = (
  plan: RunPlan,
  progress: RunProgress,
  { fault, stopped }: OutcomeCollector,
): Promise<void> =>
  new Promise((resolve) => {
    const worker = thread();
    let done = 0;
    const end = (): void => {
      worker.off('message', hear).off('error', fail).off('exit', end).unref();
      resolve();
    };
    const fail = (error: Error): void => {
      fault('outside every test', error);
      end();
    };
    const hear = (message: LoopMessage): void => {
      if (message.error) fault(message.title ?? 'outside every test', message.error);
      if (message.stopped !== undefined) stopped(message.stopped);
      if (message.hasEnded) return end();
      done += 1;
      progress.update(done, message.total ?? 0, message.title ?? '');
    };
    worker.on('message', hear).on('error', fail).on('exit', end).ref();
    worker.postMessage(plan);
  });
