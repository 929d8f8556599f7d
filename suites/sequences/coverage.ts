import { appendFileSync } from 'node:fs';
import { run } from '../run.ts';
import { reachablePairs } from './pair.ts';
import type { SequenceSource } from './plan.ts';

/** What the sequences of a line met: one line of `sequences.jsonl`. */
export interface SequenceCoverage {
  readonly line: string;
  readonly sequences: number;
  readonly requests: number;
  /** Pairs of state and event, legal or not, that were met. */
  readonly met: number;
  /** Pairs that the specification and the target allow to reach. */
  readonly reachable: number;
  readonly missing: readonly string[];
}

/** Writes what the sequences of a line met to the run's folder. */
export const writeCoverage = (
  { line, steps }: SequenceSource,
  met: ReadonlySet<string>,
  count: Pick<SequenceCoverage, 'sequences' | 'requests'>,
): void => {
  const reachable = reachablePairs(line, steps);
  const missing = reachable.filter((pair) => !met.has(pair));
  const coverage: SequenceCoverage = {
    line,
    ...count,
    met: reachable.length - missing.length,
    reachable: reachable.length,
    missing,
  };
  appendFileSync(run.plan.files.sequences, `${JSON.stringify(coverage)}\n`);
};
