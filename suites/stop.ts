/** Thrown instead of sending anything more, once the run was stopped; never a verdict on the service. */
export class RunStopped extends Error {
  override readonly name = 'RunStopped';
}

/** One signal for the whole run: from when on nothing is sent any more, and why. */
export interface StopSignal {
  /** Such as `stopped after 10 s (--max-time)`; undefined while the run goes on. */
  readonly reason: () => string | undefined;
  /** The first reason stands. */
  readonly stop: (reason: string) => void;
  /** Does the task. Throws RunStopped where the run was stopped before, or during it and `GRACE` is over. */
  readonly guard: <Result>(task: () => Promise<Result>) => Promise<Result>;
}

/** Milliseconds in which a request under way may still be answered, so that its answer is on record. */
const GRACE = 1000;

/** A signal that stops by itself after `after` milliseconds, where that is given. */
export const createStopSignal = (limit?: {
  readonly after: number;
  readonly reason: string;
}): StopSignal => {
  let reason: string | undefined;
  let giveUp = (): void => {};
  const givenUp = new Promise<void>((resolve) => {
    giveUp = resolve;
  });
  const stop = (why: string): void => {
    if (reason !== undefined) return;
    reason = why;
    setTimeout(giveUp, GRACE);
  };
  if (limit) setTimeout(() => stop(limit.reason), Math.max(0, limit.after)).unref();
  return {
    reason: () => reason,
    stop,
    guard: (task) => {
      if (reason !== undefined) return Promise.reject(new RunStopped(reason));
      const end = givenUp.then(() => Promise.reject(new RunStopped(reason)));
      return Promise.race([task(), end]);
    },
  };
};
