import type { Draft } from '../store.ts';
import type { Incoming } from '../call.ts';

/** Counts of the calls on one thing, or of one operation. */
export interface Counts {
  readonly calls: number;
  /** Updates, and changes of items; of a line without a draft in the path: creations. */
  readonly writes: number;
  /** Those that were answered 4xx. */
  readonly refusals: number;
  readonly deletions: number;
  readonly contracts: number;
}

/** Context of a call, passed to a condition before the call is served. */
export interface Moment {
  readonly request: Incoming;
  /** The draft that the path names, itself or by a contract of it; undefined if it names none that exists. */
  readonly draft: Draft | undefined;
  /** Earlier calls on that draft, else on the line without a draft in the path. */
  readonly object: Counts;
  /** Earlier calls of the operation. */
  readonly operation: Counts;
  /** Earlier calls on the line, whatever they were about. */
  readonly line: Counts;
  /** Place of the draft among those of its line, from 1; of a creation that of the draft that it would make. */
  readonly ordinal: number;
  /** Place of the connection among those of its address, from 1. */
  readonly connection: number;
  /** Answers so far that the correct service would not have given. */
  readonly shown: number;
  /** Waits a moment, and resolves to true if another call of the operation, or on the draft, was in flight at the same time. */
  readonly isBeside: (of: 'operation' | 'draft') => Promise<boolean>;
}

/** A condition under which a faulty service is wrong; at all other times it answers as the correct one. */
export interface Condition {
  /** Id in kebab case, such as `from-write-3`. */
  readonly id: string;
  /** Description of the condition, as the end of a sentence: `from the third write to one draft on`. */
  readonly what: string;
  holds(moment: Moment): boolean | Promise<boolean>;
}
