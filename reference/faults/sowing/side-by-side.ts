import { setTimeout as sleep } from 'node:timers/promises';
import type { OperationId } from '../../../spec/operations.ts';
import type { Call, Handler, Tables } from '../../call.ts';
import type { Id } from '../../store.ts';

/** Milliseconds that a faulty handler waits between looking and writing: long beside the distance of calls made at once. */
const GAP = 15;

/** Time in which the other calls of a race come as far as this one. */
export const pause = (): Promise<void> => sleep(GAP);

/** Puts another handler in the place of an operation's; `handle` is the one that was there. */
export const instead = (
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

/** Counts the calls on each thing that are under way. */
export class UnderWay<Thing> {
  readonly #counts = new Map<Thing, number>();

  /** How many are under way on this thing. */
  on(thing: Thing): number {
    return this.#counts.get(thing) ?? 0;
  }

  /** Waits for the others; `count` is told how many there are with this one, and what it gives is given back. */
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
