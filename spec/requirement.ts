import type { Area } from './area.ts';
import type { DeclaredCheckpoint } from './declared-checkpoint.ts';
import type { JudgementRuleId } from './judgement.ts';
import type { OperationId } from './operations.ts';

/** `stated`: by the specification. `implied`: it follows from the specification. */
export const LEVELS = ['stated', 'implied'] as const;

/** Level of a requirement: stated in the specification, or implied by it. */
export type Level = (typeof LEVELS)[number];

/**
 * Proof that a fail requires. `two-sightings`: the form of an answer is its own evidence, seen twice. `accepted-control`: also the
 * same call with another legal value accepted. `accepted-control-two-bodies`: also seen in two different bodies (V17).
 */
export type Proof = 'two-sightings' | 'accepted-control' | 'accepted-control-two-bodies';

/**
 * A declaration in the target that a requirement needs to be judged. `oracles/silencing.ts` has a message for each
 * missing one.
 */
export type Need =
  | 'authentication'
  | 'caller-without-rights'
  | 'refused-caller'
  | 'other-may-not-read'
  | 'other-may-not-change'
  | 'deletions-with-body'
  | 'white-labels'
  | 'single-white-label'
  | 'amounts-in-gap-prices'
  | 'last-modified'
  | 'purchase-at-contract'
  | 'landlord-birthdate';

/** A fail of another requirement that a fail on the same operation explains: one deviation is reported once. */
export interface Explained {
  readonly requirement: string;
  /** Statuses of the other fail's answer; default: any. */
  readonly onStatus?: readonly number[];
}

/** One sentence of the specification that a service can satisfy or break. */
export interface Requirement {
  readonly level: Level;
  /** Full sentence on what a conforming service must do, in our own words. */
  readonly statement: string;
  /** Section, row or detail id of the specification. */
  readonly source: string;
  /** Its operations; if it can be observed, it has a cell on each, `id@line.operation`. */
  readonly operations: readonly OperationId[];
  /** Judgement rules that decide on pass and fail, most specific first. */
  readonly rules: readonly JudgementRuleId[];
  readonly proof: Proof;
  /** Its area. Default: that of its file (`catalogue.ts`). */
  readonly area?: Area;
  /** Any 4xx counts as a refusal, even a status of transport, if the control request is accepted (W1, D7, S8). */
  readonly isRefusedByAnyCode?: true;
  readonly needs?: readonly Need[];
  /** Key of the target's decisions with the latest step that refuses a fault (P6). */
  readonly checkpoint?: DeclaredCheckpoint;
  readonly explains?: readonly Explained[];
  /** Judged on every success of a journey. */
  readonly isUniversal?: true;
  /** Judged by reading what legal values wrote (D2). */
  readonly isReadBack?: true;
  /** Can be broken in states that only sequences of calls reach, so it needs those as well. */
  readonly isStateful?: true;
  /** The subject without which no certificate is granted: a waiver of this requirement withholds it. */
  readonly unwaivable?: 'authentication' | 'ownership';
  /** Description of its probes in a few sentences; absent if it cannot be observed. */
  readonly sent?: string;
  /** Reason why it cannot be observed from outside and has no cell; absent if it can. */
  readonly notObservable?: string;
}

/** Level and proof of a stated requirement. */
export const stated = <const P extends Proof>(proof: P) => ({ level: 'stated', proof }) as const;

/** Level and proof of an implied requirement. */
export const implied = <const P extends Proof>(proof: P) => ({ level: 'implied', proof }) as const;

/** Requirements by id. Ids are permanent, never reused, never derived from a position. */
export type Requirements = Readonly<Record<string, Requirement>>;

/** True if a requirement has cells, all of which are judged. */
export const isJudged = ({ notObservable }: Requirement): boolean => notObservable === undefined;
