import type { Pulse } from '../suites/engine/progress-events.ts';
import type { RunPlan } from '../suites/engine/run-plan.ts';
import { outputErrorText } from './output-error.ts';
import type { SuitesMessage, SuitesOrder, ThreadError } from './suites-worker.ts';
import { reusableWorker } from './reusable-worker.ts';

/** Worker thread that sends and judges. */
export const suitesThread = reusableWorker(new URL('suites-worker.ts', import.meta.url));

/** Callbacks for the progress of a run. */
export interface RunProgress {
  /** Called after every test, with the number of cells that failed so far. */
  readonly update: (done: number, total: number, label: string, failed: number) => void;
  /** Called periodically with the requests sent so far. */
  readonly pulse: (pulse: Pulse) => void;
  /** Called with a sentence about what the run is waiting for. */
  readonly note: (sentence: string) => void;
}

/** Result of the suites' tests, without findings. */
export interface SuitesOutcome {
  /** Errors of Assay itself, each with its place: exit 4. */
  readonly harness: readonly string[];
  /** Errors of the machine, such as a full disk; one sentence each: exit 4. */
  readonly machine: readonly string[];
  /** Reason why the run was stopped early; undefined if it was not. */
  readonly stopped: string | undefined;
  /** Usage error; undefined if there is none. */
  readonly misuse: string | undefined;
  /** Reason why the target cannot be judged at all; undefined if it can. */
  readonly unusable: string | undefined;
}

const NOWHERE = 'outside every test';

/** Collects the messages of the thread. Requests a stop on an error of the machine. */
const gather = (folder: string, progress: RunProgress, stop: (reason: string) => void) => {
  const [harness, machine]: [string[], string[]] = [[], []];
  let [stopped, misuse, unusable]: (string | undefined)[] = [];
  let done = 0;
  const failed = new Set<string>();
  const fault = (where: string, error: ThreadError): void => {
    const trouble = outputErrorText(error, { fallback: folder });
    if (error.name === 'UnknownReplayPath') misuse ??= error.message;
    else if (trouble === undefined) harness.push(`${where}: ${error.stack ?? error.message}`);
    else if (!machine.includes(trouble)) {
      machine.push(trouble);
      stop('stopped, since the files of the run cannot be written');
    }
  };
  const onMessage = (message: SuitesMessage): void => {
    if (message.kind === 'pulse') progress.pulse(message.pulse);
    else if (message.kind === 'wait') progress.note(message.sentence);
    else if (message.kind === 'unusable') unusable = message.why;
    else if (message.kind === 'ended') {
      if (message.error) fault(NOWHERE, message.error);
    } else {
      if (message.error) fault(message.title, message.error);
      stopped ??= message.stopped;
      done += 1;
      for (const cell of message.failed) failed.add(cell);
      progress.update(done, message.total, message.title, failed.size);
    }
  };
  const outcome = (): SuitesOutcome => ({ harness, machine, stopped, misuse, unusable });
  return { fault, onMessage, outcome };
};

/**
 * Conducts the suites of a plan on their thread into the folder of the run; afterwards the thread does not keep the process
 * alive.
 */
export const runSuites = (
  plan: RunPlan,
  folder: string,
  progress: RunProgress,
  stop: AbortSignal,
): Promise<SuitesOutcome> =>
  new Promise((resolve) => {
    const thread = suitesThread.get();
    const order = (message: SuitesOrder): void => thread.postMessage(message);
    const askToStop = (reason: string): void => order({ kind: 'stop', reason });
    const gathered = gather(folder, progress, askToStop);
    const onStop = (): void => askToStop(String(stop.reason));
    const end = (): void => {
      thread.off('message', onMessage).off('error', fail).off('exit', vanish).unref();
      stop.removeEventListener('abort', onStop);
      resolve(gathered.outcome());
    };
    const fail = (error: Error): void => {
      gathered.fault(NOWHERE, error);
      end();
    };
    const vanish = (code: number): void =>
      fail(new Error(`the thread of the suites exited with ${code} before they ended`));
    const onMessage = (message: SuitesMessage): void => {
      gathered.onMessage(message);
      if (message.kind === 'ended') end();
    };
    // First, since it may throw, and listeners would keep the process alive; no message arrives before they are attached.
    order({ kind: 'conduct', plan, folder });
    thread.on('message', onMessage).on('error', fail).on('exit', vanish).ref();
    if (stop.aborted) onStop();
    else stop.addEventListener('abort', onStop);
  });
