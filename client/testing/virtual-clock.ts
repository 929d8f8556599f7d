import type { Clock } from '../http/request-pace.ts';

interface Sleeper {
  readonly at: number;
  readonly wake: () => void;
}

/** A virtual clock that advances to the earliest wake-up once everyone sleeps. */
export const virtualClock = (start = 0): Clock => {
  const sleepers: Sleeper[] = [];
  let now = start;
  let isPumping = false;
  const pump = (): void => {
    sleepers.sort((a, b) => a.at - b.at);
    const first = sleepers.shift();
    isPumping = first !== undefined;
    if (!first) return;
    now = Math.max(now, first.at);
    first.wake();
    setImmediate(pump);
  };
  return {
    now: () => now,
    sleep: (milliseconds, signal) =>
      new Promise((resolve, reject) => {
        const abort = (): void => reject(new DOMException('aborted', 'AbortError'));
        if (signal?.aborted) return abort();
        signal?.addEventListener('abort', abort, { once: true });
        sleepers.push({ at: now + milliseconds, wake: resolve });
        if (!isPumping) setImmediate(pump);
        isPumping = true;
        return undefined;
      }),
  };
};
