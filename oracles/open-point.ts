import type { JudgementRuleId } from '../spec/judgement.ts';
import type { Line } from '../spec/line.ts';
import type { OperationId } from '../spec/operations.ts';
import type { Internal } from './answers/server-internals.ts';

/** Subjects of open points with their titles, in reading order. */
export const SUBJECTS = {
  answers: 'The form of the answers',
  behaviour: 'What the operations do',
  requests: 'How requests are read',
  values: 'Values in what is sent',
  robustness: 'Robustness',
} as const;

/** Subject of an open point. */
export type Subject = keyof typeof SUBJECTS;

/**
 * A service's decision on a point that the specification leaves open: one line of `observations.jsonl`. Never judged; findings
 * judge requirements.
 */
export interface OpenPoint {
  /** Id of the question and its place, such as `boolean-as-text@travel-draft`. */
  readonly id: string;
  readonly subject: Subject;
  /** For robustness: the request in words. */
  readonly question: string;
  /** The judgement rule that leaves it open. */
  readonly rule: JudgementRuleId;
  readonly line: Line;
  readonly operation: OperationId;
  /** Summary of the request; empty if the answers to many requests show the decision. */
  readonly sent: string;
  /** In words, such as `refused with 400 at the write`. */
  readonly outcome: string;
  /** Result of reading an accepted value back, such as `kept as sent`; only landlord shows its drafts. */
  readonly kept?: string;
  /** No decision: the request was disturbed, or its control request was refused as well. */
  readonly undecided?: true;
  /** Status of the decisive answer; absent if none came. */
  readonly status?: number;
  /** Numbers of the exchanges that show it. */
  readonly exchanges: readonly number[];
  /**
   * A server error, seen twice, for an input that the service could have refused or accepted (S9): no verdict, but never right.
   */
  readonly serverError?: true;
  /** Server internals that the answer discloses. */
  readonly internals?: readonly Internal[];
}
