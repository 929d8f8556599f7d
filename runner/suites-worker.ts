import { parentPort } from 'node:worker_threads';
import { openAppendFiles } from '../store/append-files.ts';
import { runFolderAt, streamsIn } from '../store/run-folder.ts';
import { preflight } from '../client/preflight/preflight.ts';
import { conductRun } from '../suites/conduct-run.ts';
import { failedCells } from '../suites/engine/conduct-suites.ts';
import { openRun, type Run } from '../suites/engine/run.ts';
import type { ProgressEvent } from '../suites/engine/progress-events.ts';
import type { RunPlan } from '../suites/engine/run-plan.ts';
import { unlessStopped } from '../suites/engine/stop.ts';

/** Message to the suites' thread: conduct a plan into a run's folder, or stop, with the reason. */
export type SuitesOrder =
  | { readonly kind: 'conduct'; readonly plan: RunPlan; readonly folder: string }
  | { readonly kind: 'stop'; readonly reason: string };

/** A structured-clone error with the failed system call and its file, which a message would drop. */
export interface ThreadError {
  readonly name?: string | undefined;
  readonly message: string;
  readonly stack?: string | undefined;
  readonly code?: string | undefined;
  readonly syscall?: string | undefined;
  readonly path?: string | undefined;
  readonly dest?: string | undefined;
}

/** Message from the suites' thread: events while it sends, each completed test, and the end. */
export type SuitesMessage =
  | ProgressEvent
  | {
      readonly kind: 'test';
      readonly title: string;
      /** Number of tests. */
      readonly total: number;
      /** Ids of the cells that it found to fail. */
      readonly failed: readonly string[];
      /** Reason why the run was stopped before this test. */
      readonly stopped?: string | undefined;
      readonly error?: ThreadError | undefined;
    }
  /** The target cannot be judged at all, for example if it is unreachable; the text holds no secret. */
  | { readonly kind: 'unusable'; readonly why: string }
  | { readonly kind: 'ended'; readonly error?: ThreadError | undefined };

// Program of the suites' thread: conducts one plan after the other.
const port = parentPort;
if (port === null) throw new Error('suites-worker.ts is the program of a thread');

const cloneable = (error: unknown): ThreadError => {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, message, stack } = error;
  const { code, syscall, path, dest } = error as ThreadError;
  return { name, message, stack, code, syscall, path, dest };
};

const send = (message: SuitesMessage): void => port.postMessage(message);

/**
 * Reason why the target cannot be judged at all; undefined if it can, and for a run that was stopped in the meantime. A
 * problem of the environment stops the run.
 */
const unusable = async ({ target, plan, stop, redactor }: Run): Promise<string | undefined> => {
  const looked = await unlessStopped(() => stop.guard(() => preflight(target, plan.lines)));
  if (looked === undefined || looked.ok) return undefined;
  if (!looked.isEnvironment) return redactor.text(`${looked.problem}\n  ${looked.hint}`);
  stop.stop(redactor.text(`stopped: ${looked.problem}; ${looked.hint}`));
  return undefined;
};

const sendAll = async (run: Run): Promise<void> => {
  const why = await unusable(run);
  if (why !== undefined) return send({ kind: 'unusable', why });
  await conductRun(run, ({ title }, { result, error, stopped }, total) =>
    send({
      kind: 'test',
      title,
      total,
      failed: failedCells(run, result?.findings ?? []),
      stopped,
      error: error === undefined ? undefined : cloneable(error),
    }),
  );
};

const conductPlan = async (
  plan: RunPlan,
  folder: string,
  onStop: (requestStop: Run['stop']['stop']) => void,
) => {
  let isOpen = true;
  const openStreams = () => openAppendFiles(streamsIn(runFolderAt(folder)));
  // After a stop, a request in flight may still emit events.
  const run = await openRun(plan, openStreams, (news) => {
    if (isOpen) send(news);
  });
  onStop(run.stop.stop);
  try {
    await sendAll(run);
  } finally {
    isOpen = false;
    // Not awaited: after a stop, a request may be in flight until its deadline.
    run.close().catch(() => undefined);
  }
};

/** Handles messages; a stop that arrives before the run is open is deferred. */
const listen = (): void => {
  let reason: string | undefined;
  let heed: Run['stop']['stop'] | undefined;
  port.on('message', (order: SuitesOrder) => {
    if (order.kind === 'stop') {
      reason = order.reason;
      heed?.(reason);
      return;
    }
    [reason, heed] = [undefined, undefined];
    conductPlan(order.plan, order.folder, (stop) => {
      heed = stop;
      if (reason !== undefined) stop(reason);
    }).then(
      () => send({ kind: 'ended' }),
      (error: unknown) => send({ kind: 'ended', error: cloneable(error) }),
    );
  });
};
listen();
