import type { JudgementRuleId } from './judgement.ts';
import type { OperationId } from './operations.ts';

/** `stated`: the text says it. `implied`: it follows from the text. */
export type Level = 'stated' | 'implied';

/** One sentence of the specification that a service can satisfy or break. */
export interface Requirement {
  readonly level: Level;
  /** In our own words; completes "the service must …" or states the fact. */
  readonly statement: string;
  /** Section, row or detail id of the specification. */
  readonly source: string;
  /** Operations on which it is judged; with the id each makes a cell, `id@line.operation`. */
  readonly operations: readonly OperationId[];
  /** Judgement rules that decide what passes and fails, most specific first. */
  readonly rules: readonly JudgementRuleId[];
  /** Why no cell exists, for what cannot be observed from outside; absent where it can. */
  readonly notObservable?: string;
}

/** Requirements by id. Ids are permanent, never reused, never derived from a position. */
export type Requirements = Readonly<Record<string, Requirement>>;
