/** Thrown instead of sending anything more, once the run was stopped; never a verdict on the service. */
export class RunStopped extends Error {
  override readonly name = 'RunStopped';
}

/** Undefined once the run was stopped, for whoever would take the thrown RunStopped for a failure, as fast-check does. */
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

/** One signal for the whole run: from when on nothing is sent any more, and why. */
export interface StopSignal {
  /** Such as `stopped after 10 s (--max-time)`; undefined while the run goes on. */
  readonly reason: () => string | undefined;
  /** The first reason stands. */
  readonly stop: (reason: string) => void;
  /** Stops since the service answers nothing, or nothing but errors, any more. */
  readonly giveUp: (reason: string) => void;
  /** True if that is why the run was stopped. */
  readonly isGivenUp: () => boolean;
  /** Does the task. Throws RunStopped where the run was stopped before, or during it and `GRACE` is over. */
  readonly guard: <Result>(task: () => Promise<Result>) => Promise<Result>;
  /** Keeps so many milliseconds more of the time limit for what comes after the last request. */
  readonly reserve: (milliseconds: number) => void;
}

/** Milliseconds in which a request under way may still be answered, so that its answer is on record. */
const GRACE = 1000;

/** When a run is to stop. */
interface StopOptions {
  /** After so many milliseconds, and why. */
  readonly limit?: { readonly after: number; readonly reason: string } | undefined;
}

/** Of a short limit what is under way gets no more than this share. */
const SHARE = 0.1;

/** Milliseconds of a reserve that are worth another timer. */
const WORTH = 50;

/** Stops at the limit, less what is reserved for later. */
const timeLimit = (
  limit: StopOptions['limit'],
  stop: StopSignal['stop'],
): Pick<StopSignal, 'reserve'> & { readonly isOver: () => boolean } => {
  if (!limit) return { reserve: () => undefined, isOver: () => false };
  // Requests under way are still waited for.
  let end = performance.now() + limit.after - Math.min(GRACE, limit.after * SHARE);
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
      if (set - end > WORTH) arm();
    },
    isOver: () => performance.now() >= end,
  };
};

/** A signal that stops when it is told to, and by itself at its limit. */
export const createStopSignal = ({ limit }: StopOptions = {}): StopSignal => {
  let reason: string | undefined;
  let isGivenUp = false;
  // Not one promise that all tasks race with: it would hold every answer until the end of the run.
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
    // Long work may have kept the timer from its turn.
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
