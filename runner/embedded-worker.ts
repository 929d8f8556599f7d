import { parentPort } from 'node:worker_threads';
import { messageOf } from '../client/usage-error.ts';
import type { ShownFault } from '../reference/conditioned.ts';
import { type RunningReference, startReference } from '../reference/start.ts';
import { clockFrom } from '../store/clock.ts';

/** Kind and clock of the embedded service; structured-clone data. */
export interface EmbeddedOptions {
  /** Default: the home of the first fault, else plain. */
  readonly dialect?: string | undefined;
  readonly faults: readonly string[];
  /** Current time at `begun` (`steadyNow`). Default: the machine's clock. */
  readonly clock?: { readonly start: Date; readonly begun: number } | undefined;
}

/** Message to the thread of the embedded service: start a service, or close the running one. */
export type EmbeddedOrder =
  { readonly kind: 'serve'; readonly options: EmbeddedOptions } | { readonly kind: 'close' };

/** Message from the thread of the embedded service: ready or failed, and at its end the faults that showed. */
export type EmbeddedMessage =
  | {
      readonly kind: 'listening';
      readonly target: Record<string, unknown>;
      readonly environment: Readonly<Record<string, string>>;
      /** True if it reports its wrong answers at the end. */
      readonly isConditioned: boolean;
    }
  | { readonly kind: 'failed'; readonly problem: string }
  | { readonly kind: 'closed'; readonly shown: readonly ShownFault[] | undefined };

// Program of the embedded service's thread: runs one service after the other until it is terminated.
const port = parentPort;
if (port === null) throw new Error('embedded-worker.ts is the program of a thread');
const send = (message: EmbeddedMessage): void => port.postMessage(message);

const listen = (): void => {
  let running: RunningReference | undefined;
  const serve = async ({ dialect, faults, clock }: EmbeddedOptions): Promise<void> => {
    const now = clockFrom(clock?.start, clock?.begun);
    running = await startReference({ dialect, faults, now });
    const { target, environment, shown } = running;
    send({ kind: 'listening', target, environment, isConditioned: shown !== undefined });
  };
  const close = async (): Promise<void> => {
    await running?.close();
    send({ kind: 'closed', shown: running?.shown });
  };
  port.on('message', (order: EmbeddedOrder) => {
    if (order.kind === 'close') void close();
    else
      serve(order.options).catch((error: unknown) =>
        send({ kind: 'failed', problem: messageOf(error) }),
      );
  });
};
listen();
