import type { Call } from './call.ts';
import type { Id } from './store.ts';
import type { Step } from '../spec/operation.ts';
import { type KnownOperation, operationOf } from '../spec/operations.ts';

const filled = (path: string, call: Call, ids: Readonly<Record<string, Id>> = {}): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(ids[name] ?? call.params[name] ?? ''),
  );

/** The path of a call, without the prefix and with other parameters. */
export const pathWith = (call: Call, ids: Readonly<Record<string, Id>>): string => {
  const { path }: KnownOperation = call.operation;
  return filled(path, call, ids);
};

/** The path of a call, without the prefix. */
export const ownPath = (call: Call): string => pathWith(call, {});

/** The path of an operation of the same line, its placeholders filled from `ids` and from the call's own path. */
export const resourcePath = (call: Call, step: Step, ids: Readonly<Record<string, Id>>): string => {
  const row = operationOf(call.operation.line, step);
  if (!row) throw new Error(`${call.operation.line} has no ${step}`);
  return filled(row.path, call, ids);
};
