import { setTimeout as sleep } from 'node:timers/promises';
import type { OperationId } from '../../../spec/operations.ts';
import type { Call, Handler, Tables } from '../../call.ts';
import type { Id } from '../../store.ts';

/** Milliseconds that a faulty handler waits between read and write: long compared with the interval of concurrent calls. */
const GAP = 15;

/** Waits until the other calls of a race have come as far as this one. */
export const pause = (): Promise<void> => sleep(GAP);

/** Replaces the handler of an operation; `handle` is the original. */
export const replaceHandler = (
  tables: Tables,
  operation: OperationId,
  other: (call: Call, handle: Handler) => ReturnType<Handler>,
): void => {
  const handle = tables.handlers[operation];
  tables.handlers[operation] = (call) => other(call, handle);
};

/** A call whose next id is this one. */
export const withNextId = (call: Call, id: Id): Call => ({
  ...call,
  tables: { ...call.tables, newId: () => id },
});

/** Counts the calls in flight on each thing. */
export class CallsInFlight<Thing> {
  readonly #counts = new Map<Thing, number>();

  /** Number of calls in flight on this thing. */
  on(thing: Thing): number {
    return this.#counts.get(thing) ?? 0;
  }

  /** Waits for the others; `count` receives the number of calls including this one, and its result is returned. */
  async wait<Result>(thing: Thing, count: (number: number) => Result): Promise<Result> {
    const number = this.on(thing) + 1;
    this.#counts.set(thing, number);
    const result = count(number);
    await pause();
    const left = this.on(thing) - 1;
    if (left === 0) this.#counts.delete(thing);
    else this.#counts.set(thing, left);
    return result;
  }
}
