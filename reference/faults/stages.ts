import type { Call, Tables } from '../call.ts';
import { type Cause, Refusal } from '../refusal.ts';
import type { Client } from '../clients.ts';
import type { JsonObject } from '../json.ts';
import type { OperationId } from '../../spec/operations.ts';

/** For whom a service takes a caller whom it should not have let in. */
export const OWNER: Client = { name: 'owner', hasRights: true };

/** Puts something else in the place of one guard on one operation; `check` is what the guard would have done. */
export const atGuard = (
  tables: Tables,
  guardId: 'authentication' | 'rights' | 'version' | 'country',
  operation: OperationId,
  instead: (call: Call, check: () => void) => void,
): void => {
  tables.guards = tables.guards.map((guard) => ({
    id: guard.id,
    check: (call) => {
      const check = (): void => guard.check(call);
      if (guard.id === guardId && call.operation.id === operation) instead(call, check);
      else check();
    },
  }));
};

/** Does something before the handler of one operation, which may throw; `count` says how often it was called, from 1. */
export const beforeHandler = (
  tables: Tables,
  operation: OperationId,
  work: (call: Call, count: number) => void,
): void => {
  const handle = tables.handlers[operation];
  let count = 0;
  tables.handlers[operation] = (call) => {
    count += 1;
    work(call, count);
    return handle(call);
  };
};

/** Answers these causes on one operation with another status. */
export const answerWith = (
  tables: Tables,
  operation: OperationId,
  causes: readonly Cause[],
  status: number,
): void => {
  const { statusOf } = tables;
  tables.statusOf = (cause, row, choices) =>
    row.id === operation && causes.includes(cause) ? status : statusOf(cause, row, choices);
};

/** What a body that cannot be read at all is read as. */
export const UNREADABLE = Symbol('unreadable');

/** Reads the bodies of one operation otherwise: what was sent, or `UNREADABLE`, becomes what is used. May throw. */
export const readAs = (
  tables: Tables,
  operation: OperationId,
  reading: (sent: unknown) => unknown,
): void => {
  const { readBody } = tables;
  const sentIn = (request: Parameters<typeof readBody>[0]): unknown => {
    try {
      return readBody(request);
    } catch (error) {
      if (error instanceof Refusal && error.cause === 'malformed') return UNREADABLE;
      throw error;
    }
  };
  tables.readBody = (request) => {
    if (request.operation.id !== operation) return readBody(request);
    const read = reading(sentIn(request));
    return read === UNREADABLE ? readBody(request) : read;
  };
};

/** Refuses a legal body; a service would say why. */
export const refuse = (message: string): never => {
  throw new Refusal('schema', message);
};

/** The value at the end of a path of keys, or undefined. */
export const inside = (value: unknown, ...keys: readonly string[]): unknown =>
  keys.reduce<unknown>((inner, key) => (inner as JsonObject | undefined)?.[key], value);
