import type { PreflightResult } from '../client/preflight.ts';
import type { ResolvedTarget } from '../client/target.ts';
import type { Line } from '../spec/line.ts';
import { suiteThread } from './suite-thread.ts';
import type { SuiteNews, SuiteOrder } from './suite-worker.ts';

/** Milliseconds; any number will do. */
const LONG = 60_000;

/**
 * Has the thread of the suites try a target, since what sends is loaded there: here it would take a tenth of a second more. Undefined where it
 * could not.
 */
export const tryBySuites = (
  target: ResolvedTarget,
  lines?: readonly Line[],
  thread = suiteThread.get(),
): Promise<PreflightResult | undefined> =>
  new Promise((resolve) => {
    const order: SuiteOrder = { tryOut: { target, lines } };
    // First, since it may throw; no answer comes before somebody listens.
    thread.postMessage(order);
    // The thread keeps no process alive.
    const alive = setInterval(() => undefined, LONG);
    const end = (result?: PreflightResult): void => {
      thread.off('message', hear).off('error', broken).off('exit', broken);
      clearInterval(alive);
      resolve(result);
    };
    const hear = ({ tried }: SuiteNews): void => {
      if (tried !== undefined) end(tried ?? undefined);
    };
    const broken = (): void => end();
    thread.on('message', hear).on('error', broken).on('exit', broken);
  });
