import type { Checkpoint } from '../choices/rules.ts';
import type { Choices } from '../choices.ts';
import type { Draft } from '../store.ts';
import type { JsonObject } from '../json.ts';
import type { Line } from '../../spec/line.ts';
import type { OperationId } from '../../spec/operations.ts';
import type { RefusalDetail } from '../refusal.ts';
import type { TermsTokens } from '../terms-token.ts';

/** Input of a rule. */
export interface Subject {
  readonly line: Line;
  /** The draft's content: at a write the new one, else the stored one. */
  readonly body: JsonObject;
  /** The operation that wrote this content, or is about to. */
  readonly writtenBy: OperationId;
  /** The request's own body. */
  readonly payload: JsonObject;
  /** The stored draft; absent while it is being created. */
  readonly draft: Draft | undefined;
  readonly choices: Choices;
  readonly tokens: TermsTokens;
  readonly now: Date;
}

/** Violation of a rule, with a message for the caller. */
export interface Broken extends RefusalDetail {
  readonly message: string;
  /**
   * `schema` if the draft is malformed rather than in breach of a rule; that is 400 on every
   * operation that lists it (S2).
   */
  readonly cause?: 'schema';
}

/** One business rule, enforced from the step `at` on; `lead` stands apart from the order of steps. */
export interface Rule {
  readonly id: string;
  readonly lines: readonly Line[];
  readonly at: Checkpoint | 'lead';
  check(subject: Subject): Broken | undefined;
}
