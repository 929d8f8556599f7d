/** Thrown instead of sending another request once the run was stopped; never a verdict on the service. */
export class RunStopped extends Error {
  override readonly name = 'RunStopped';
}

/** Undefined once the run was stopped, for callers that would treat RunStopped as a failure, as fast-check does. */
export const unlessStopped = async <Result>(
  task: () => Promise<Result>,
): Promise<Result | undefined> => {
  try {
    return await task();
  } catch (error) {
    if (error instanceof RunStopped) return undefined;
    throw error;
  }
};

/** Stop signal of a run: stops all sending, and holds the reason. */
export interface StopSignal {
  /** Such as `stopped after 10 s (--max-time)`; undefined while the run continues. */
  readonly reason: () => string | undefined;
  /** The first reason is kept. */
  readonly stop: (reason: string) => void;
  /** Stops because the service has answered nothing, or nothing but errors, for too long. */
  readonly giveUp: (reason: string) => void;
  /** True if the run was stopped by `giveUp`. */
  readonly isGivenUp: () => boolean;
  /** Runs the task. Throws RunStopped if the run was stopped before it, or during it and `GRACE` has elapsed. */
  readonly guard: <Result>(task: () => Promise<Result>) => Promise<Result>;
  /** Reserves more milliseconds of the time limit for work after the last request. */
  readonly reserve: (milliseconds: number) => void;
}

/** Milliseconds that a request in flight may still take, so that its answer is on record. */
const GRACE = 1000;

/** Conditions that stop a run. */
interface StopOptions {
  /** Time limit in milliseconds, and the reason given. */
  readonly limit?: { readonly after: number; readonly reason: string } | undefined;
}

/** Maximum share of a short limit for requests in flight. */
const MAX_GRACE_SHARE = 0.1;

/** Minimum change of the reserve, in milliseconds, that is worth another timer. */
const MIN_RESERVE = 50;

/** Stops at the limit, less the reserved time. */
const timeLimit = (
  limit: StopOptions['limit'],
  stop: StopSignal['stop'],
): Pick<StopSignal, 'reserve'> & { readonly isOver: () => boolean } => {
  if (!limit) return { reserve: () => undefined, isOver: () => false };
  // Requests in flight are still awaited.
  let end = performance.now() + limit.after - Math.min(GRACE, limit.after * MAX_GRACE_SHARE);
  let timer: NodeJS.Timeout | undefined;
  let set = Infinity;
  const arm = (): void => {
    clearTimeout(timer);
    set = end;
    timer = setTimeout(() => stop(limit.reason), Math.max(0, end - performance.now())).unref();
  };
  arm();
  return {
    reserve: (milliseconds) => {
      end -= milliseconds;
      if (set - end > MIN_RESERVE) arm();
    },
    isOver: () => performance.now() >= end,
  };
};

/** A signal that stops on request, and by itself at its limit. */
export const createStopSignal = ({ limit }: StopOptions = {}): StopSignal => {
  let reason: string | undefined;
  let isGivenUp = false;
  // A single promise for all tasks to race with would keep every answer in memory until the end of the run.
  const underWay = new Set<() => void>();
  const stop = (why: string): void => {
    if (reason !== undefined) return;
    reason = why;
    setTimeout(() => {
      for (const giveUp of underWay) giveUp();
    }, GRACE);
  };
  const { reserve, isOver } = timeLimit(limit, stop);
  const heededReason = (): string | undefined => {
    // A long task may have delayed the timer.
    if (limit && isOver()) stop(limit.reason);
    return reason;
  };
  return {
    reason: heededReason,
    stop,
    reserve,
    giveUp: (why) => {
      isGivenUp ||= reason === undefined;
      stop(why);
    },
    isGivenUp: () => isGivenUp,
    guard: (task) =>
      new Promise((resolve, reject) => {
        if (heededReason() !== undefined) throw new RunStopped(reason);
        const giveUp = (): void => reject(new RunStopped(reason));
        underWay.add(giveUp);
        const ended = (settle: () => void): void => {
          underWay.delete(giveUp);
          settle();
        };
        const fail = (error: unknown): void => ended(() => reject(error));
        try {
          task().then((result) => ended(() => resolve(result)), fail);
        } catch (error) {
          fail(error);
        }
      }),
  };
};
