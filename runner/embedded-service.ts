import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { UsageError } from '../client/usage-error.ts';
import type { ShownFault } from '../reference/conditioned.ts';
import type { EmbeddedMessage, EmbeddedOptions, EmbeddedOrder } from './embedded-worker.ts';
import { terminateWorker, withTimeout, startWorker } from './reusable-worker.ts';

/** A running embedded service. */
export interface EmbeddedService {
  /** Target document as a user would write it; secrets as `${ASSAY_…}` references. */
  readonly target: Record<string, unknown>;
  /** Values of those references. */
  readonly environment: Readonly<Record<string, string>>;
  /**
   * Closes it; returns the wrong answers that it gave, if its faults have a condition. Rethrows an earlier crash; throws if the
   * answers are not reported within three seconds.
   */
  readonly close: () => Promise<readonly ShownFault[] | undefined>;
}

/** Starts an embedded service in a thread of its own. */
export type StartEmbedded = (options: EmbeddedOptions) => Promise<EmbeddedService>;

/** A thread for embedded services, and a promise that rejects once it crashes or exits. */
interface Host {
  readonly thread: Worker;
  readonly broken: Promise<never>;
}

const openHost = (program: URL): Host => {
  const thread = startWorker(program);
  const { promise: broken, reject } = Promise.withResolvers<never>();
  // Handled by those who await the thread, if any.
  broken.catch(() => undefined);
  thread.once('error', reject).once('exit', (code) => {
    reject(new Error(`the thread of the embedded service exited (${code})`));
  });
  return { thread, broken };
};

/** Timeout in milliseconds for its last message: a run does not wait for a hanging thread. */
const TIMEOUT = 3000;

/** Starts the service on this host; `leave` is called with the host once the service has closed in time. Throws UsageError. */
const serveOn = async (
  host: Host,
  options: EmbeddedOptions,
  leave: (host: Host) => Promise<unknown>,
): Promise<EmbeddedService> => {
  const { thread, broken } = host;
  const request = async (order: EmbeddedOrder): Promise<EmbeddedMessage> => {
    const answer = once(thread, 'message');
    // Keeps the process alive until the thread has answered.
    thread.ref();
    thread.postMessage(order);
    const [message] = await Promise.race([answer, broken]);
    return message as EmbeddedMessage;
  };
  const started = await request({ kind: 'serve', options });
  if (started.kind !== 'listening') {
    await thread.terminate();
    throw new UsageError(started.kind === 'failed' ? started.problem : 'the service has ended');
  }
  thread.unref();
  let closed: Promise<readonly ShownFault[] | undefined> | undefined;
  const close = async (): Promise<readonly ShownFault[] | undefined> => {
    const message = await withTimeout(request({ kind: 'close' }), TIMEOUT);
    await (message === undefined ? terminateWorker(thread) : leave(host));
    if (message === undefined && started.isConditioned)
      throw new Error(`the embedded service did not name its wrong answers within ${TIMEOUT} ms`);
    return message?.kind === 'closed' ? message.shown : undefined;
  };
  return {
    target: started.target,
    environment: started.environment,
    close: () => (closed ??= close()),
  };
};

const PROGRAM = new URL('embedded-worker.ts', import.meta.url);

const end = ({ thread }: Host): Promise<unknown> => terminateWorker(thread);

/** Starts the embedded service on a separate thread; otherwise it would answer late on a busy machine. Throws UsageError. */
export const startEmbedded = (
  options: EmbeddedOptions,
  program = PROGRAM,
): Promise<EmbeddedService> => serveOn(openHost(program), options, end);

/**
 * Starts embedded services for a process that conducts many runs: a closed service leaves its thread to the next one, since
 * loading costs as much as a small run.
 */
export const reusableEmbedded = (): StartEmbedded => {
  let kept: Host | undefined;
  const leave = async (host: Host): Promise<void> => {
    if (kept) return void (await end(host));
    host.thread.unref();
    kept = host;
    host.broken.catch(() => {
      if (kept === host) kept = undefined;
    });
  };
  return (options) => {
    const host = kept ?? openHost(PROGRAM);
    kept = undefined;
    return serveOn(host, options, leave);
  };
};
