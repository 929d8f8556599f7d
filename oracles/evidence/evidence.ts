import type { Exchange } from '../../spec/exchange.ts';
import type { Facts } from '../facts.ts';
import type { Finding, Judgement } from '../finding.ts';

/**
 * What a judge was given, as plain JSON: exchanges and operations are named, earlier judgements are told by their own
 * evidence, and the target's facts are those of the run. So the same judgement can be made again from a recording.
 */
export interface Evidence {
  /** Name of the judge (`JUDGES`). */
  readonly judge: string;
  readonly given: readonly unknown[];
}

/** Where a judgement comes from. */
export interface Source {
  readonly evidence: Evidence;
  /** All that its judge said of that, and the place of the judgement among it. */
  readonly judged: readonly Judgement[];
  readonly at: number;
}

/** Which try a finding comes from. */
export type Origin = Pick<Finding, 'test' | 'attempt' | 'seed' | 'path' | 'steps'>;

/** One line of `evidence.jsonl`. */
export interface EvidenceRecord extends Origin, Evidence {
  /** The cells of which the judge was heard; left out: all that it spoke of. */
  readonly about?: readonly string[];
}

/** What a judge may return. */
export type Verdicts = Judgement | readonly Judgement[] | undefined;

/** A recording: its exchanges by number, and what its run was told of the target. */
export interface Recording {
  /** Throws where the recording lacks it. */
  readonly exchange: (n: number) => Exchange;
  readonly facts: Facts;
}
