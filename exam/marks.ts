import { type FaultSitting, isFaultSitting, isRight, outcomeOf } from './outcome.ts';
import type { Sitting } from './sitting.ts';

/** How the harness did on faults. */
export interface FaultMarks {
  readonly faults: number;
  /** How often they were sat together; what follows is counted in these. */
  readonly faultRuns: number;
  /** Those that ended non-conformant, whatever was blamed. */
  readonly caught: number;
  /** Those whose named requirement failed. */
  readonly byName: number;
  /** Failed requirements beside the named one, over all of them. */
  readonly collateral: number;
  /** Those with exactly one failed requirement, the named one. */
  readonly exact: number;
  /** Cells that they break, and of these the ones that a fault of theirs made fail. */
  readonly cells: number;
  readonly failedCells: number;
  /** Median milliseconds until a fault's own requirement had failed. */
  readonly medianCatch: number | undefined;
}

/** How the harness did in an exam. */
export interface Marks extends FaultMarks {
  /** Of these faults, those that were sown into another dialect than the plain one. */
  readonly onDialects: FaultMarks;
  /** Failed requirements on correct services. */
  readonly falseFailures: number;
  /** Runs of correct services that did not end with exit code 0. */
  readonly notClean: number;
  readonly dialects: number;
  readonly dialectRuns: number;
  readonly chanceRuns: number;
}

const median = (values: readonly number[]): number | undefined => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)];
};

/** Sums up the sittings of faults. */
export const markFaults = (sittings: readonly FaultSitting[]): FaultMarks => {
  const outcomes = sittings.map(outcomeOf);
  const having = (...wanted: readonly string[]) =>
    outcomes.filter((outcome) => wanted.includes(outcome)).length;
  return {
    faults: new Set(sittings.map(({ candidate }) => candidate.id)).size,
    faultRuns: sittings.length,
    caught: outcomes.length - having('survived'),
    byName: having('exact', 'collateral', 'partial'),
    collateral: sittings.flatMap(({ failed, candidate }) =>
      failed.filter((id) => id !== candidate.requirement),
    ).length,
    exact: having('exact'),
    cells: new Set(sittings.flatMap(({ candidate }) => candidate.cells)).size,
    failedCells: new Set(
      sittings.flatMap(({ candidate, failedCells }) =>
        candidate.cells.filter((cell) => failedCells.includes(cell)),
      ),
    ).size,
    medianCatch: median(sittings.flatMap(({ caughtAfter }) => caughtAfter ?? [])),
  };
};

const isChance = ({ candidate }: Sitting): boolean => candidate.id.startsWith('chance:');

/** Sums an exam up. */
export const markExam = (sittings: readonly Sitting[]): Marks => {
  const faults = sittings.filter(isFaultSitting);
  const dialects = sittings.filter(({ candidate }) => candidate.kind === 'dialect');
  const named = dialects.filter((each) => !isChance(each));
  return {
    ...markFaults(faults),
    onDialects: markFaults(faults.filter(({ candidate }) => candidate.on !== undefined)),
    falseFailures: dialects.flatMap(({ failed }) => failed).length,
    notClean: dialects.filter((each) => !isRight(each)).length,
    dialects: new Set(named.map(({ candidate }) => candidate.id)).size,
    dialectRuns: named.length,
    chanceRuns: dialects.length - named.length,
  };
};
