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
  /** Description of the fault, one sentence. */
  readonly what: string;
  /** Set if it shows only in a sequence of calls, or in concurrent calls. */
  readonly area?: 'sequences' | 'races';
  /**
   * The one field or operation that the fault touches, if it affects no other caller: it refuses no legal call except those
   * that test for it. Such faults in several fields and operations of one service can be distinguished.
   */
  readonly confinedTo?: string;
  /** True if it refuses legal calls after all, with one class of values of its field: few of these can be distinguished. */
  readonly refusesValues?: true;
  /** True if it shows only where the path names no draft that exists. */
  readonly withoutDraft?: true;
  /** True if it shows only where the body is no JSON object, or one without content. */
  readonly withoutObject?: true;
  /** The default dialect for the fault, if the plain one cannot show it. */
  readonly home?: string;
  /**
   * True if a service with such choices shows it at all, for example because it returns the field. Left out: every service
   * does.
   */
  readonly shownBy?: (choices: Choices) => boolean;
  /** Changes the tables of a correct service. */
  inject(tables: Tables): void;
}

/** Cells of which no fault can be injected, since no service can break them alone so that a harness could name them. */
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
