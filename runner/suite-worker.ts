import { parentPort } from 'node:worker_threads';
import { preflight } from '../client/preflight/preflight.ts';
import { askForOneDraft } from '../suites/bare-drafts.ts';
import { conductSuites } from '../suites/conduct-suites.ts';
import { openSuites } from '../suites/open-suites.ts';
import { openRun, type Run } from '../suites/run.ts';
import type { RunPlan } from '../suites/run-plan.ts';
import { unlessStopped } from '../suites/stop.ts';
import type { ThreadError } from './suite-faults.ts';

/** What the thread answers: how a test ended, why nothing can be sent, or that all tests have ended. */
export interface SuiteMessage {
  readonly title?: string;
  /** Tests of the run. */
  readonly total?: number;
  readonly stopped?: string;
  readonly error?: ThreadError;
  /** The target cannot be judged at all, such as one that nobody reaches; the text holds no secret. */
  readonly unusable?: string;
  readonly hasEnded?: true;
}

// The program of the suites' thread: it conducts one plan after the other.
const port = parentPort;
if (port === null) throw new Error('suite-worker.ts is the program of a thread');

/** What Node says of a call of the operating system that failed. */
interface FileCall {
  readonly code?: string | undefined;
  readonly syscall?: string | undefined;
  readonly path?: string | undefined;
  readonly dest?: string | undefined;
}

/** An error with the failed call and its file, which a message between threads would drop. */
const sendable = (error: unknown): ThreadError & FileCall => {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, message, stack } = error;
  const { code, syscall, path, dest } = error as FileCall;
  return { name, message, stack, code, syscall, path, dest };
};

const tell = (message: SuiteMessage): void => port.postMessage(message);

/** The reason for which the target cannot be judged at all; undefined if it can, and of a run that was stopped meanwhile. */
const unusable = async ({ target, plan, stop, redactor }: Run): Promise<string | undefined> => {
  const looked = await unlessStopped(() => stop.guard(() => preflight(target, plan.lines)));
  return looked === undefined || looked.ok
    ? undefined
    : redactor.text(`${looked.problem}\n  ${looked.hint}`);
};

const conductPlan = async (plan: RunPlan): Promise<void> => {
  const run = await openRun(plan);
  try {
    const why = await unusable(run);
    if (why !== undefined) return tell({ unusable: why });
    await askForOneDraft(run);
    const suites = openSuites(run);
    const total = suites.flatMap(({ tests, last = [] }) => [...tests, ...last]).length;
    await conductSuites(run, suites, ({ title }, { error, stopped }) =>
      tell({
        title,
        total,
        ...(stopped === undefined ? {} : { stopped }),
        ...(error === undefined ? {} : { error: sendable(error) }),
      }),
    );
  } finally {
    // Nobody waits for it: where the run was stopped, a request may be under way until its deadline.
    run.close().catch(() => undefined);
  }
};

port.on('message', (plan: RunPlan) => {
  conductPlan(plan)
    .catch((error: unknown) => tell({ error: sendable(error) }))
    .finally(() => tell({ hasEnded: true }));
});
