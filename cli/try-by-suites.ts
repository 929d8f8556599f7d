import { once } from 'node:events';
import { MessageChannel } from 'node:worker_threads';
import type { PreflightResult } from '../client/preflight.ts';
import type { ResolvedTarget } from '../client/target.ts';
import type { Line } from '../spec/line.ts';
import { suiteThread } from './suite-thread.ts';
import type { SuiteOrder } from './suite-worker.ts';

/** What is tried: these lines of a target. */
export interface Trial {
  readonly target: ResolvedTarget;
  readonly lines: readonly Line[];
}

/**
 * Has the thread of the suites try a target, since what sends is loaded there: here it would take a tenth of a second more.
 * Undefined where the thread could not, or was stopped before.
 */
export const tryBySuites = async (
  { target, lines }: Trial,
  stop: AbortSignal,
  thread = suiteThread.get(),
): Promise<PreflightResult | undefined> => {
  // An answer belongs to its order: that of a run that was stopped may come while another one waits.
  const { port1: port, port2: answers } = new MessageChannel();
  const close = (): void => port.close();
  stop.addEventListener('abort', close, { once: true });
  // The thread keeps no process alive; this does, and is closed where the thread ends.
  const heard = once(port, 'message').then(([tried]) => tried as PreflightResult);
  heard.catch(() => undefined);
  const closed = once(port, 'close').then(() => undefined);
  try {
    const order: SuiteOrder = { tryOut: { target, lines, answers } };
    thread.postMessage(order, [answers]);
    if (stop.aborted) close();
    return await Promise.race([heard, closed]);
  } finally {
    stop.removeEventListener('abort', close);
    close();
  }
};
