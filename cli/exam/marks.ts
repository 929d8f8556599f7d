import type { Sitting } from './sitting.ts';

/** How the harness did in an exam. */
export interface Marks {
  readonly faults: number;
  /** Faults that ended non-conformant, whatever was blamed. */
  readonly caught: number;
  /** Faults whose named requirement failed. */
  readonly byName: number;
  /** Failed requirements beside the named one, over all faults. */
  readonly collateral: number;
  /** Faults with exactly one failed requirement, the named one. */
  readonly exact: number;
  /** Failed requirements on correct services. */
  readonly falseFailures: number;
  /** Runs of correct services that did not end with exit code 0. */
  readonly notClean: number;
  readonly dialects: number;
  readonly dialectRuns: number;
  /** Median milliseconds until a fault's own requirement had failed. */
  readonly medianCatch: number | undefined;
}

const named = ({ candidate }: Sitting) => (candidate.kind === 'fault' ? candidate.requirement : '');

const median = (values: readonly number[]): number | undefined => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)];
};

/** Whether the harness got a candidate right: a fault by its name and nothing else, a dialect without any finding. */
export const isRight = (sitting: Sitting): boolean => {
  if (sitting.candidate.kind === 'dialect') return sitting.exitCode === 0;
  return sitting.failed.length === 1 && sitting.failed[0] === named(sitting);
};

/** Sums an exam up. */
export const markExam = (sittings: readonly Sitting[]): Marks => {
  const faults = sittings.filter(({ candidate }) => candidate.kind === 'fault');
  const dialects = sittings.filter(({ candidate }) => candidate.kind === 'dialect');
  return {
    faults: faults.length,
    caught: faults.filter(({ exitCode }) => exitCode === 1).length,
    byName: faults.filter((each) => each.failed.includes(named(each))).length,
    collateral: faults.flatMap((each) => each.failed.filter((id) => id !== named(each))).length,
    exact: faults.filter(isRight).length,
    falseFailures: dialects.flatMap(({ failed }) => failed).length,
    notClean: dialects.filter((each) => !isRight(each)).length,
    dialects: new Set(dialects.map(({ candidate }) => candidate.id)).size,
    dialectRuns: dialects.length,
    medianCatch: median(faults.flatMap((each) => each.caughtAfter ?? [])),
  };
};
