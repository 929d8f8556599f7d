import type { Area } from './area.ts';
import type { DeclaredCheckpoint } from './declared-checkpoint.ts';
import type { JudgementRuleId } from './judgement.ts';
import type { OperationId } from './operations.ts';

/** `stated`: the text says it. `implied`: it follows from the text. */
export const LEVELS = ['stated', 'implied'] as const;

/** Level of a requirement: stated in the specification, or implied by it. */
export type Level = (typeof LEVELS)[number];

/**
 * Proof that a fail requires. `two-sightings`: the form of an answer is its own evidence, seen twice. `accepted-control`: also the
 * same call with another legal value accepted. `accepted-control-two-bodies`: also seen in two different bodies (V17).
 */
export type Proof = 'two-sightings' | 'accepted-control' | 'accepted-control-two-bodies';

/**
 * Something that a target has to declare before a requirement can be judged. `oracles/silencing.ts` says for each of them what
 * a target lacks, in words.
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

/** A fail of another requirement that a fail makes needless on the same operation: one deviation is not punished twice. */
export interface Explained {
  readonly requirement: string;
  /** Statuses of the other fail's answer; left out: any. */
  readonly onStatus?: readonly number[];
}

/** One sentence of the specification that a service can satisfy or break. */
export interface Requirement {
  readonly level: Level;
  /** In our own words, a full sentence about what a conforming service does. */
  readonly statement: string;
  /** Section, row or detail id of the specification. */
  readonly source: string;
  /** Operations it is about; if it can be observed, each makes a cell with the id, `id@line.operation`. */
  readonly operations: readonly OperationId[];
  /** Judgement rules that decide what passes and fails, most specific first. */
  readonly rules: readonly JudgementRuleId[];
  readonly proof: Proof;
  /** Its area, if it is not that of its file (`catalogue.ts`). */
  readonly area?: Area;
  /** Any 4xx refuses the call, whatever it says of transport, if the same call is served otherwise (W1, D7, S8). */
  readonly isRefusedByAnyCode?: true;
  readonly needs?: readonly Need[];
  /** The key of the target's decisions that says at which step a fault is refused at the latest (P6). */
  readonly checkpoint?: DeclaredCheckpoint;
  readonly explains?: readonly Explained[];
  /** Judged on every success of a journey. */
  readonly isUniversal?: true;
  /** Can be broken in a state that only sequences of calls reach, which are played for it as well. */
  readonly isStateful?: true;
  /** The subject that no certificate is granted without, so that a waiver of this requirement withholds it. */
  readonly unwaivable?: 'authentication' | 'ownership';
  /** A description of what is sent to judge it, in a few sentences; absent if it cannot be observed. */
  readonly sent?: string;
  /** Reason why it cannot be observed from outside, so that no cell exists; absent if it can. */
  readonly notObservable?: string;
}

/** A statement of the text itself, and what a fail of it takes. */
export const stated = <const P extends Proof>(proof: P) => ({ level: 'stated', proof }) as const;

/** A consequence of the text, and what a fail of it takes. */
export const implied = <const P extends Proof>(proof: P) => ({ level: 'implied', proof }) as const;

/** Requirements by id. Ids are permanent, never reused, never derived from a position. */
export type Requirements = Readonly<Record<string, Requirement>>;

/** True if a requirement has cells, all of which are judged. */
export const isJudged = ({ notObservable }: Requirement): boolean => notObservable === undefined;
