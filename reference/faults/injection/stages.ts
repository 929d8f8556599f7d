import type { RequirementId } from '../../../spec/catalogue.ts';
import type { OperationId } from '../../../spec/operations.ts';
import type { Call, Tables } from '../../call.ts';
import type { Client } from '../../clients.ts';
import type { JsonObject } from '../../json.ts';
import { type Cause, Refusal } from '../../refusal.ts';
import type { Broken, Subject } from '../../rules/rule.ts';
import type { Contract, Draft } from '../../store.ts';
import type { Fault } from './fault.ts';

/** The client that a faulty service takes a caller for that it should have refused. */
export const OWNER: Client = { name: 'owner', hasRights: true };

/** Replaces one guard on one operation; `check` is the original. */
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

/** Replaces the check of one rule; `check` is the original. */
export const atRule = (
  tables: Tables,
  ruleId: string,
  instead: (subject: Subject, check: () => Broken | undefined) => Broken | undefined,
): void => {
  tables.rules = tables.rules.map((rule) =>
    rule.id === ruleId
      ? { ...rule, check: (subject) => instead(subject, () => rule.check(subject)) }
      : rule,
  );
};

/** Runs before the handler of one operation, and may throw; `count` is the number of calls so far, from 1. */
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

/** Runs after one operation refused a call of the draft's owner with 400. */
export const afterRefusal = (
  tables: Tables,
  operation: OperationId,
  work: (draft: Draft) => void,
): void => {
  tables.finish.push((call, reply) => {
    const isRefused = call.operation.id === operation && reply.status === 400;
    const draft = isRefused ? namedDraft(call) : undefined;
    if (draft && call.client?.name === draft.owner) work(draft);
    return reply;
  });
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

/** Value that stands for a body that cannot be parsed. */
export const UNREADABLE = Symbol('unreadable');

/** Changes the parsing of the bodies of one operation: maps the sent value, or `UNREADABLE`, to the value used. May throw. */
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

/** Refuses a legal body with a plausible reason. */
export const refuse = (message: string): never => {
  throw new Refusal('schema', message);
};

/** A fault that refuses legal calls of one operation, selected by `isRefused`. */
export const refusingFault = (
  id: string,
  requirement: RequirementId,
  operation: OperationId,
  what: string,
  isRefused: (call: Call) => boolean,
  why = 'is not taken here',
): Fault => ({
  id,
  breaks: { requirement, operation },
  what,
  inject: (tables) => {
    beforeHandler(tables, operation, (call) => {
      if (isRefused(call)) refuse(why);
    });
  },
});

/** The value at the end of a path of keys, or undefined. */
export const valueInside = (value: unknown, ...keys: readonly string[]): unknown =>
  keys.reduce<unknown>((inner, key) => (inner as JsonObject | undefined)?.[key], value);

/** The draft that a request names, for any client. */
export const namedDraft = ({ operation, params, tables }: Call): Draft | undefined =>
  tables.store.draft(operation.line, params['draftId'] ?? '');

/** The contract that a request names, for any client. */
export const namedContract = ({ operation, params, tables }: Call): Contract | undefined =>
  tables.store.contract(operation.line, params['contractId'] ?? '');
