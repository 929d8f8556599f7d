import type { JudgementRuleId } from './judgement.ts';
import type { OperationId } from './operations.ts';

/** `stated`: the text says it. `implied`: it follows from the text. */
export const LEVELS = ['stated', 'implied'] as const;

/** How a requirement stands in the specification. */
export type Level = (typeof LEVELS)[number];

/**
 * What a fail takes. `two-sightings`: the form of an answer is its own evidence, seen twice. `accepted-twin`: also the
 * same call with another legal value accepted. `accepted-twin-two-bodies`: also seen in two different bodies (V17).
 */
export type Proof = 'two-sightings' | 'accepted-twin' | 'accepted-twin-two-bodies';

/** One sentence of the specification that a service can satisfy or break. */
export interface Requirement {
  readonly level: Level;
  /** In our own words, a full sentence about what a conforming service does. */
  readonly statement: string;
  /** Section, row or detail id of the specification. */
  readonly source: string;
  /** Operations it is about; where it can be observed, each makes a cell with the id, `id@line.operation`. */
  readonly operations: readonly OperationId[];
  /** Judgement rules that decide what passes and fails, most specific first. */
  readonly rules: readonly JudgementRuleId[];
  readonly proof: Proof;
  /** Why no cell exists, for what cannot be observed from outside; absent where it can. */
  readonly notObservable?: string;
}

/** A statement of the text itself, and what a fail of it takes. */
export const stated = <const P extends Proof>(proof: P) => ({ level: 'stated', proof }) as const;

/** A consequence of the text, and what a fail of it takes. */
export const implied = <const P extends Proof>(proof: P) => ({ level: 'implied', proof }) as const;

/** Requirements by id. Ids are permanent, never reused, never derived from a position. */
export type Requirements = Readonly<Record<string, Requirement>>;

/** Whether a requirement has cells, all of which are judged. */
export const isJudged = ({ notObservable }: Requirement): boolean => notObservable === undefined;
