import { TargetError } from '../client/target/target-error.ts';
import { UsageError } from '../client/usage-error.ts';
import type { Cell } from '../oracles/ledger.ts';
import { countVerdicts } from '../store/run-record.ts';
import type { Outcome } from '../store/outcome.ts';
import type { POLICIES } from '../store/policies.ts';
import { orderOf } from './request-order.ts';
import type { RunOrder } from './run-order.ts';
import type { RequestedRun, RunEnd, RunPlanned, RunRequest } from './run-request.ts';
import { type RunListener, SILENT } from './run-listener.ts';

/** A queue: it does its tasks one after the other, in their order. */
const serialQueue = (): (<Result>(work: () => Promise<Result>) => Promise<Result>) => {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work);
    // What fails is the business of whoever asked for it.
    last = result.catch(() => undefined);
    return result;
  };
};

/** A run that has ended, with what its listener was told. */
interface FinishedRun extends RunPlanned {
  readonly outcome: Outcome;
  readonly trouble: readonly string[];
}

/** A target that cannot be used is a matter of usage, too: one type is enough for who calls. */
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
  let plan = planOf('', order.seed, []);
  const listener: RunListener = {
    ...SILENT,
    begun: ({ path }, cells) => {
      plan = planOf(path, order.seed, cells);
      onPlan(plan);
    },
    progress: {
      ...SILENT.progress,
      update: (done, total, label) => {
        // Thrown where the worker is listened to, it would end the caller's process.
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
  return { ...plan, outcome, trouble };
};

const STOPPED = 'stopped by its caller';

/** Has the caller's signal stop the run as well, until the run is over: a signal may outlive it, and must not hold it. */
const heed = (signal: unknown, stop: () => void, over: AbortSignal): void => {
  if (!(signal instanceof AbortSignal)) return;
  if (signal.aborted) stop();
  else signal.addEventListener('abort', stop, { once: true, signal: over });
};

// A process has one thread for suites, and runs against one service would disturb each other.
const inTurn = serialQueue();

/** Starts a run for a program, which gets promises; prints nothing. Runs go one after the other. */
export const startRun = (command: keyof typeof POLICIES, request: RunRequest): RequestedRun => {
  const [aborter, over] = [new AbortController(), new AbortController()];
  const stop = (): void => aborter.abort(STOPPED);
  heed(request?.signal, stop, over.signal);
  const plan = Promise.withResolvers<RunPlanned>();
  // Read at once: what the caller changes afterwards is not this run's.
  const order = (async () => orderOf(command, request))();
  const onProgress = request?.onProgress;
  order.catch(() => undefined);
  const run = inTurn(async () => conductAndCollect(await order, onProgress, aborter, plan.resolve))
    .catch((error: unknown) => {
      throw asUsage(error);
    })
    .finally(() => over.abort());
  const ended = run.then(endOf);
  // Whoever looks at one of them hears of it; the others are no errors that nobody caught.
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
