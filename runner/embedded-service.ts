import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { UsageError } from '../client/usage-error.ts';
import type { ShownFault } from '../reference/conditioned.ts';
import type { EmbeddedMessage, EmbeddedOptions } from './embedded-worker.ts';
import { endThread, orLate, startThread } from './thread.ts';

/** A running embedded service. */
export interface EmbeddedService {
  /** The target document that its user would write; secrets as `${ASSAY_…}` references. */
  readonly target: Record<string, unknown>;
  /** The values of those references. */
  readonly environment: Readonly<Record<string, string>>;
  /**
   * Ends it; the wrong answers that it gave, if its faults have a condition. Throws what it broke down with meanwhile, and if it
   * does not name these answers within three seconds.
   */
  readonly close: () => Promise<readonly ShownFault[] | undefined>;
}

/** Starts an embedded service. */
export type StartEmbedded = (options: EmbeddedOptions) => Promise<EmbeddedService>;

/** Rejects once the thread breaks down or ends. */
const endOf = (thread: Worker): Promise<never> => {
  const { promise, reject } = Promise.withResolvers<never>();
  // Heard by whoever waits for the thread, if anybody does.
  promise.catch(() => undefined);
  thread.once('error', reject).once('exit', (code) => {
    reject(new Error(`the thread of the embedded service ended by itself (${code})`));
  });
  return promise;
};

/** Milliseconds in which it has to say how it ended: a run does not wait for one that hangs. */
const PATIENCE = 3000;

/** Starts the embedded service on a thread of its own, or it would answer late on a busy machine. Throws UsageError. */
export const startEmbedded = async (
  options: EmbeddedOptions,
  program = new URL('embedded-worker.ts', import.meta.url),
): Promise<EmbeddedService> => {
  const thread = startThread(program, options);
  const end = endOf(thread);
  const next = async (): Promise<EmbeddedMessage> => {
    const [message] = await Promise.race([once(thread, 'message'), end]);
    return message as EmbeddedMessage;
  };
  const started = await next();
  if (started.kind !== 'listening') {
    await thread.terminate();
    throw new UsageError(started.kind === 'failed' ? started.problem : 'the service has ended');
  }
  thread.unref();
  let closed: Promise<readonly ShownFault[] | undefined> | undefined;
  const close = async (): Promise<readonly ShownFault[] | undefined> => {
    thread.ref();
    const last = next();
    thread.postMessage('close');
    const message = await orLate(last, PATIENCE);
    await endThread(thread);
    if (message === undefined && started.isConditioned)
      throw new Error(`the embedded service did not name its wrong answers within ${PATIENCE} ms`);
    return message?.kind === 'closed' ? message.shown : undefined;
  };
  return {
    target: started.target,
    environment: started.environment,
    close: () => (closed ??= close()),
  };
};
