import { setTimeout as sleep } from 'node:timers/promises';

/** Runs tasks within the target's limits; a task that waits has not begun. */
export type Throttle = <Result>(task: () => Promise<Result>) => Promise<Result>;

/** At most `concurrency` tasks at once, in order of arrival, and starts at least 1/`requestsPerSecond` apart. */
export const createThrottle = (limits: {
  readonly concurrency: number;
  readonly requestsPerSecond?: number | undefined;
}): Throttle => {
  const waiting: (() => void)[] = [];
  const spacing = limits.requestsPerSecond === undefined ? 0 : 1000 / limits.requestsPerSecond;
  let free = limits.concurrency;
  let nextStart = 0;

  const enter = async (): Promise<void> => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    const now = performance.now();
    const start = Math.max(now, nextStart);
    nextStart = start + spacing;
    if (start > now) await sleep(start - now);
  };
  const leave = (): void => {
    const next = waiting.shift();
    if (next) next();
    else free += 1;
  };

  return async (task) => {
    await enter();
    try {
      return await task();
    } finally {
      leave();
    }
  };
};
