import { operation, type OperationId } from '../../../spec/operations.ts';
import type { Tables } from '../../call.ts';
import type { Choices } from '../../choices.ts';
import { successOf } from '../../render.ts';
import type { Reply } from '../../reply.ts';

/** Makes a service wrong in exactly one point. */
export interface Fault {
  /** A sentence in kebab case. */
  readonly id: string;
  /** The one requirement that it breaks, and on which operations. */
  readonly breaks: {
    readonly requirement: string;
    readonly operation: OperationId | readonly OperationId[];
  };
  /** What is wrong, one sentence. */
  readonly what: string;
  /** Where it shows only in a sequence of calls, or in calls side by side. */
  readonly area?: 'sequences' | 'races';
  /**
   * The place of the one field, or the one operation, that it touches, where it costs no caller anything: no legal call is
   * refused for it but those that look for it. Such faults in several fields and operations of one service can be told apart.
   */
  readonly confinedTo?: string;
  /** Where it refuses legal calls after all, with one class of values of its field: few of these can be told apart. */
  readonly refusesValues?: true;
  /** The dialect that it is sown into where nobody names one, since the plain one cannot show it. */
  readonly home?: string;
  /** True if a service that decides so shows it at all, such as a field that it answers with. Left out: any does. */
  readonly shownBy?: (choices: Choices) => boolean;
  /** Changes the tables of a correct service. */
  sow(tables: Tables): void;
}

/** Cells of which no fault can be sown, since no service can break them alone so that a harness could name them. */
export interface NotFaulted {
  /** Their requirements. */
  readonly ids: RegExp;
  /** Their operations; left out: all of the requirement. */
  readonly on?: RegExp;
  readonly because: string;
}

/** Services that answer an operation with every field that they know, also with optional ones. */
export const showsAllFieldsOn =
  (on: OperationId) =>
  (choices: Choices): boolean =>
    choices.optionalFields === 'shown' && successOf(operation(on), choices) !== 204;

/** Changes the successes (2xx and 3xx) of one operation; refusals stay as they are. */
export const onSuccess = (
  tables: Tables,
  operation: OperationId,
  change: (reply: Reply) => Reply,
): void => {
  tables.finish.push((call, reply) =>
    call.operation.id === operation && reply.status < 400 ? change(reply) : reply,
  );
};
