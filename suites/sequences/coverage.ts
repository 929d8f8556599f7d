import { appendFileSync } from 'node:fs';
import type { SequenceCoverage } from '../../oracles/sequence-coverage.ts';
import type { Run } from '../run.ts';
import { reachablePairs } from './pair.ts';
import type { SequenceSource } from './plan.ts';

/** Writes what the sequences of a line met to the run's folder. */
export const writeCoverage = (
  run: Run,
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
