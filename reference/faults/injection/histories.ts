import type { RequirementId } from '../../../spec/catalogue.ts';
import type { OperationId } from '../../../spec/operations.ts';
import type { Tables } from '../../call.ts';
import { Refusal } from '../../refusal.ts';
import type { Draft } from '../../store.ts';
import type { Fault } from './fault.ts';
import { beforeHandler } from './stages.ts';

/** Successful steps on a draft so far, oldest first, each followed by a blank. */
export type History = (draft: Draft) => string;

/** Lets a service record the history of each of its drafts. */
export const recordHistories = (tables: Tables): History => {
  const steps = new WeakMap<Draft, string>();
  const history: History = (draft) => steps.get(draft) ?? '';
  tables.finish.push((call, reply) => {
    if (call.draft && reply.status < 400)
      steps.set(call.draft, `${history(call.draft)}${call.operation.step} `);
    return reply;
  });
  return history;
};

/** Refuses an existing object with this status, as if it were missing; 500 is a server error. */
export const deny = (status: number): never => {
  if (status === 500) throw new Error('the state is not one of those that were thought of');
  throw new Refusal(status === 404 ? 'unknown' : 'rule', 'there is no such thing now', { status });
};

/** Denies one operation on drafts whose history matches. */
export const denyAfter = (
  tables: Tables,
  operation: OperationId,
  story: RegExp,
  status: number,
): void => {
  const history = recordHistories(tables);
  beforeHandler(tables, operation, ({ draft }) => {
    if (draft && story.test(history(draft))) deny(status);
  });
};

/** A fault that denies one operation, with this status, on drafts whose history matches. */
export const denialFault = (
  id: string,
  requirement: RequirementId,
  operation: OperationId,
  story: RegExp,
  status: number,
  what: string,
): Fault => ({
  id,
  breaks: { requirement, operation },
  what,
  area: 'sequences',
  inject: (tables) => {
    denyAfter(tables, operation, story, status);
  },
});
