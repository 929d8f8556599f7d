import { TargetError } from '../client/target/target-error.ts';
import { UsageError } from '../client/usage-error.ts';
import type { Cell } from '../oracles/ledger.ts';
import { countVerdicts } from '../store/run-record.ts';
import type { Outcome } from '../store/outcome.ts';
import type { POLICIES } from '../store/policies.ts';
import { orderOf } from './request-order.ts';
import type { RunOrder } from './run-order.ts';
import { chosenLines } from './target-lines.ts';
import type { RequestedRun, RunEnd, RunPlanned, RunRequest } from './run-request.ts';
import { type RunListener, SILENT } from './run-listener.ts';

/** Serial queue: runs tasks one after the other, in order. */
const serialQueue = (): (<Result>(work: () => Promise<Result>) => Promise<Result>) => {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work);
    // Errors are handled by the caller of the task.
    last = result.catch(() => undefined);
    return result;
  };
};

/** A finished run with the events of its listener. */
interface FinishedRun extends Pick<RunPlanned, 'folder'> {
  readonly outcome: Outcome;
  readonly trouble: readonly string[];
}

/** Converts a TargetError to UsageError, so that callers handle one type. */
const asUsage = (error: unknown): unknown =>
  error instanceof TargetError ? new UsageError(error.message, { cause: error }) : error;

const planOf = (folder: string, seed: number, cells: readonly Cell[]): RunPlanned => ({
  folder,
  seed,
  cells: cells.map(({ id, requirement, operation }) => ({ cell: id, requirement, operation })),
});

const endOf = ({ folder, outcome, trouble }: FinishedRun): RunEnd => ({
  exitCode: outcome.exitCode,
  folder,
  counts: countVerdicts(outcome.verdicts),
  stopped: outcome.record.stopped,
  trouble,
});

const conductAndCollect = async (
  order: RunOrder,
  onProgress: RunRequest['onProgress'],
  stop: AbortController,
  onPlan: (plan: RunPlanned) => void,
): Promise<FinishedRun> => {
  const { conduct } = await import('./conduct.ts');
  const trouble: string[] = [];
  let folder = '';
  const listener: RunListener = {
    ...SILENT,
    begun: ({ path }, cells, seed) => {
      folder = path;
      onPlan(planOf(path, seed, cells));
    },
    progress: {
      ...SILENT.progress,
      update: (done, total, label) => {
        // An exception in the message handler would crash the caller's process.
        try {
          onProgress?.({ done, total, label });
        } catch (error) {
          if (!stop.signal.aborted) trouble.push(`onProgress threw: ${String(error)}`);
          stop.abort('stopped since onProgress threw');
        }
      },
    },
    ended: (_, { harness }) => trouble.push(...harness),
    trouble: (sentence) => trouble.push(sentence),
  };
  const outcome = await conduct(order, stop.signal, listener);
  return { folder, outcome, trouble };
};

const STOPPED = 'stopped by its caller';

/** Lets the caller's signal stop the run until it is over; the listener is removed, since a signal may outlive the run. */
const stopOnSignal = (signal: unknown, stop: () => void, over: AbortSignal): void => {
  if (!(signal instanceof AbortSignal)) return;
  if (signal.aborted) stop();
  else signal.addEventListener('abort', stop, { once: true, signal: over });
};

// A process has one suites' thread, and concurrent runs against one service would disturb each other.
const enqueue = serialQueue();

/** Starts a run for the API and returns its promises; prints nothing. Runs are queued. */
export const startRun = (command: keyof typeof POLICIES, request: RunRequest): RequestedRun => {
  const [aborter, over] = [new AbortController(), new AbortController()];
  const stop = (): void => aborter.abort(STOPPED);
  stopOnSignal(request?.signal, stop, over.signal);
  const plan = Promise.withResolvers<RunPlanned>();
  // Read synchronously: later changes by the caller do not affect this run.
  const order = (async () => {
    const read = orderOf(command, request);
    return { ...read, line: await chosenLines(read) };
  })();
  const onProgress = request?.onProgress;
  order.catch(() => undefined);
  const run = enqueue(async () => conductAndCollect(await order, onProgress, aborter, plan.resolve))
    .catch((error: unknown) => {
      throw asUsage(error);
    })
    .finally(() => over.abort());
  const ended = run.then(endOf);
  // Prevents unhandled rejections of members that the caller does not use.
  for (const each of [run.catch(plan.reject), plan.promise, ended]) each.catch(() => undefined);
  return {
    plan: plan.promise,
    verdicts: {
      async *[Symbol.asyncIterator]() {
        yield* (await run).outcome.verdicts;
      },
    },
    ended,
    stop,
  };
};
