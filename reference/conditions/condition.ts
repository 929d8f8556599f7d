import type { Draft } from '../store.ts';
import type { Incoming } from '../call.ts';
import type { JsonObject } from '../json.ts';
import type { KnownOperation } from '../../spec/operations.ts';

/** Counts of the calls on one thing, or of one operation. */
export interface Counts {
  readonly calls: number;
  /** Updates, and changes of items; of a line without a draft in the path: creations. */
  readonly writes: number;
  /** Those that were answered 4xx. */
  readonly refusals: number;
  /** Those that were answered 401 or 403: of another caller, or without a credential. */
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
  /** The content asked for: the body of a draft write, else the draft as it stands; undefined if there is neither. */
  readonly content: JsonObject | undefined;
  /** The request's body, if it is a JSON object. */
  readonly body: JsonObject | undefined;
  /** Earlier calls on that draft, else on the line without a draft in the path. */
  readonly object: Counts;
  /** Earlier calls of the operation. */
  readonly operation: Counts;
  /** Earlier calls on the line, whatever they were about. */
  readonly line: Counts;
  /** Earlier calls on other lines. */
  readonly otherLines: number;
  /** Drafts of the line, without the one that the path names. */
  readonly otherDrafts: number;
  /** Place of the draft among those of its line, from 1; of a creation that of the draft that it would make. */
  readonly ordinal: number;
  /** Place of the connection among those of its address, from 1. */
  readonly connection: number;
  /** Earlier calls over the connection. */
  readonly overConnection: number;
  /** Answers so far that the correct service would not have given. */
  readonly shown: number;
  /** Waits a moment, and resolves to true if another call of the operation, or on the draft, was in flight at the same time. */
  readonly isBeside: (of: 'operation' | 'draft') => Promise<boolean>;
}

/** A fault's call, as far as it decides if a condition can hold there. */
export interface FaultCall {
  readonly operation: KnownOperation;
  /** False if the fault shows only where the path names no draft that exists. */
  readonly hasDraft: boolean;
  /** False if the fault shows only where the body is no JSON object. */
  readonly hasObject: boolean;
  /** Pointer of the one field that the fault touches, such as `/risk/drivers/*\/person`. */
  readonly field: string | undefined;
  /** Subject area of the fault. */
  readonly area: string;
}

/** A condition under which a faulty service is wrong; at all other times it answers as the correct one. */
export interface Condition {
  /** Id in kebab case, such as `from-write-3`. */
  readonly id: string;
  /** Description of the condition, as the end of a sentence: `from the third write to one draft on`. */
  readonly what: string;
  holds(moment: CallContext): boolean | Promise<boolean>;
  /** True if a call that shows the fault can meet it; left out: every one can. */
  readonly canMeet?: (met: FaultCall) => boolean;
  /** The reason for which it is not drawn: a run has no hand in it, or cannot fail what it shows. */
  readonly notDrawn?: string;
  /** True if it takes calls on another line. */
  readonly needsOtherLine?: true;
}
