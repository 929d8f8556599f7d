import type { Draft } from '../store.ts';
import type { Incoming } from '../call.ts';
import type { JsonObject } from '../json.ts';
import type { KnownOperation } from '../../spec/operations.ts';

/** Numbers of earlier calls on one object, or of one operation. */
export interface Counts {
  readonly calls: number;
  /** Updates, and changes of items; for a line: creations. */
  readonly writes: number;
  /** Calls that were answered 4xx. */
  readonly refusals: number;
  /** Calls that were answered 401 or 403: by another caller, or without a credential. */
  readonly strangers: number;
  readonly deletions: number;
  readonly reads: number;
  readonly prices: number;
  readonly leads: number;
  readonly terms: number;
  readonly contracts: number;
}

/** Context of a call, passed to a condition before the call is served. */
export interface CallContext {
  readonly request: Incoming;
  /** The draft that the path names, itself or by a contract of it; undefined if it names none that exists. */
  readonly draft: Draft | undefined;
  /** The body of a draft write, else the current content of the draft; undefined if there is neither. */
  readonly content: JsonObject | undefined;
  /** The request's body, if it is a JSON object. */
  readonly body: JsonObject | undefined;
  /** Earlier calls on that draft, else on the line without a draft in the path. */
  readonly object: Counts;
  /** Earlier calls of the operation. */
  readonly operation: Counts;
  /** All earlier calls on the line. */
  readonly line: Counts;
  /** Earlier calls on other lines. */
  readonly otherLines: number;
  /** Drafts of the line, without the one that the path names. */
  readonly otherDrafts: number;
  /**
   * Position of the draft among those of its line, from 1; for a creation, of the draft that it
   * would create.
   */
  readonly ordinal: number;
  /** Position of the connection among those of its address, from 1. */
  readonly connection: number;
  /** Earlier calls over the connection. */
  readonly overConnection: number;
  /** Wrong answers so far. */
  readonly shown: number;
  /** Waits a moment, and resolves to true if another call of the operation, or on the draft, was in flight at the same time. */
  readonly isBeside: (of: 'operation' | 'draft') => Promise<boolean>;
}

/** Properties of a fault's call that decide if a condition can hold for it. */
export interface FaultCall {
  readonly operation: KnownOperation;
  /** False if the fault shows only on calls whose path names no existing draft. */
  readonly hasDraft: boolean;
  /** False if the fault shows only on bodies that are no JSON objects. */
  readonly hasObject: boolean;
  /** Pointer of the one field that the fault touches, such as `/risk/drivers/*\/person`. */
  readonly field: string | undefined;
  /** Pointers of the draft on whose values the fault itself depends. */
  readonly dependsOn: readonly string[];
  /** Subject area of the fault. */
  readonly area: string;
  /** True if this call is right, and a later read of what it wrote is wrong. */
  readonly isReadLater: boolean;
}

/** A condition under which a faulty service is wrong; at all other times it answers as the correct one. */
export interface Condition {
  /** Id in kebab case, such as `from-write-3`. */
  readonly id: string;
  /** Description of the condition, as the end of a sentence: `from the third write to one draft on`. */
  readonly what: string;
  holds(moment: CallContext): boolean | Promise<boolean>;
  /** True if the condition can hold for a call that shows the fault; default: always. */
  readonly canMeet?: (met: FaultCall) => boolean;
  /** Reason that it is not drawn: a run cannot bring it about, or cannot fail on what it shows. */
  readonly notDrawn?: string;
  /** True if it needs calls on another line. */
  readonly needsOtherLine?: true;
}
