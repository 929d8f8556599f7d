import { operation, type OperationId } from '../../../spec/operations.ts';
import type { Tables } from '../../call.ts';
import type { Choices } from '../../choices.ts';
import { successOf } from '../../render.ts';
import type { JsonObject } from '../../json.ts';
import { type Reply, withResource } from '../../reply.ts';

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
  /** Set if it shows only in sequences of calls, or in concurrent calls. */
  readonly area?: 'sequences' | 'races';
  /**
   * The field or operation that the fault is confined to: it refuses no legal call except those
   * that test for it, so a run can tell several such faults in one service apart.
   */
  readonly confinedTo?: string;
  /**
   * True if it does refuse legal calls, those with one class of values of its field: a run can tell
   * only few of these apart.
   */
  readonly refusesValues?: true;
  /** Pointers of the draft on whose values it depends, so that it shows only with some of them. */
  readonly dependsOn?: readonly string[];
  /** True if it shows only on calls whose path names no existing draft. */
  readonly withoutDraft?: true;
  /** True if it shows only on bodies that are no JSON object, or an empty one. */
  readonly withoutObject?: true;
  /** Default dialect of the fault, if `plain` cannot show it. */
  readonly home?: string;
  /**
   * True if a service with these choices can show it, for example because it returns the field.
   * Default: every service can.
   */
  readonly shownBy?: (choices: Choices) => boolean;
  /** Changes the tables of a correct service. */
  inject(tables: Tables): void;
}

/**
 * Cells without a fault, since no service can break them alone and a harness could not attribute
 * the failure.
 */
export interface NotFaulted {
  /** Their requirements. */
  readonly ids: RegExp;
  /** Their operations; left out: all of the requirement. */
  readonly on?: RegExp;
  readonly because: string;
}

/** True for services that answer an operation with all fields, including optional ones. */
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
/** Changes the resource in the successes of one operation, also inside the envelope of the service. */
export const onResource = (
  tables: Tables,
  operation: OperationId,
  change: (resource: JsonObject) => unknown,
): void => onSuccess(tables, operation, (reply) => withResource(reply, tables, change));
