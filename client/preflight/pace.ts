import { setTimeout as sleep } from 'node:timers/promises';
import type { ResolvedTarget } from '../target.ts';

/** Milliseconds for everything. */
const LONGEST = 5000;
/** Left for what is not waiting. */
const MARGIN = 500;
/** Less time than this, in milliseconds, says nothing about a service that does not answer. */
const FAIR = 2000;

/** Turns within the preflight's time and the target's rate. */
export interface Pace {
  /** Waits for a turn; the milliseconds that an answer may take then, or undefined where too few are left. */
  turn(): Promise<number | undefined>;
  /** Waits so many milliseconds where there is time for that and for a turn afterwards. */
  pause(milliseconds: number): Promise<void>;
}

/** A pace whose time begins now. */
export const createPace = ({ limits }: Pick<ResolvedTarget, 'limits'>): Pace => {
  const end = performance.now() + LONGEST - MARGIN;
  const { requestsPerSecond: rate, deadline } = limits;
  const spacing = rate === undefined ? 0 : 1000 / rate;
  const fair = Math.min(deadline, FAIR);
  let next = 0;
  const leftAfter = (wait: number): number => Math.floor(end - performance.now() - wait);
  return {
    async turn() {
      const wait = Math.max(0, next - performance.now());
      const left = leftAfter(wait);
      if (left < fair) return undefined;
      if (wait > 0) await sleep(wait);
      next = performance.now() + spacing;
      return Math.min(deadline, left);
    },
    async pause(milliseconds) {
      if (leftAfter(milliseconds) >= fair) await sleep(milliseconds);
    },
  };
};
