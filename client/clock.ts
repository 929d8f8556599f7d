import { setTimeout as sleep } from 'node:timers/promises';

/** A clock that does not jump, and waiting by it. Milliseconds. */
export interface Clock {
  readonly now: () => number;
  /** Comes true after so many milliseconds; rejects with an AbortError once `signal` is aborted. */
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
}

/** The clock of this machine. */
export const MACHINE_CLOCK: Clock = {
  now: () => performance.now(),
  sleep: (milliseconds, signal) => sleep(milliseconds, undefined, signal ? { signal } : {}),
};
