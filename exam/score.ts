import { type FaultTrial, isFaultTrial, isRight, outcomeOf } from './outcome.ts';
import { countPairs, isPairTrial, type PairOutcome } from './pair-outcome.ts';
import type { Trial } from './trial.ts';

/** How the harness did on faults. */
export interface FaultScore {
  readonly faults: number;
  /** How often they were tried, all together; what follows is counted in these. */
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
export interface Score extends FaultScore {
  /** Of these faults, those that were sown into another dialect than the plain one. */
  readonly onDialects: FaultScore;
  /** Failed requirements on correct services. */
  readonly falseFailures: number;
  /** Runs of correct services that did not end with exit code 0. */
  readonly notClean: number;
  readonly dialects: number;
  readonly dialectRuns: number;
  readonly chanceRuns: number;
  /** Faults under a condition by what became of them. */
  readonly pairs: Readonly<Partial<Record<PairOutcome, number>>>;
  /** Recordings that were judged again, and of these the ones that led to other verdicts. */
  readonly rejudged: number;
  readonly judgedOtherwise: number;
}

const median = (values: readonly number[]): number | undefined => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)];
};

/** Sums up the trials of faults. */
export const scoreFaults = (trials: readonly FaultTrial[]): FaultScore => {
  const outcomes = trials.map(outcomeOf);
  const having = (...wanted: readonly string[]) =>
    outcomes.filter((outcome) => wanted.includes(outcome)).length;
  return {
    faults: new Set(trials.map(({ candidate }) => candidate.id)).size,
    faultRuns: trials.length,
    caught: outcomes.length - having('survived'),
    byName: having('exact', 'collateral', 'partial'),
    collateral: trials.flatMap(({ failed, candidate }) =>
      failed.filter((id) => id !== candidate.requirement),
    ).length,
    exact: having('exact'),
    cells: new Set(trials.flatMap(({ candidate }) => candidate.cells)).size,
    failedCells: new Set(
      trials.flatMap(({ candidate, failedCells }) =>
        candidate.cells.filter((cell) => failedCells.includes(cell)),
      ),
    ).size,
    medianCatch: median(trials.flatMap(({ caughtAfter }) => caughtAfter ?? [])),
  };
};

const isChance = ({ candidate }: Trial): boolean => candidate.id.startsWith('chance:');

/** Sums an exam up. */
export const scoreExam = (trials: readonly Trial[]): Score => {
  const faults = trials.filter(isFaultTrial);
  const dialects = trials.filter(({ candidate }) => candidate.kind === 'dialect');
  const named = dialects.filter((each) => !isChance(each));
  const rejudged = [...new Set(trials.flatMap(({ again }) => again ?? []))];
  return {
    ...scoreFaults(faults),
    onDialects: scoreFaults(faults.filter(({ candidate }) => candidate.on !== undefined)),
    falseFailures: dialects.flatMap(({ failed }) => failed).length,
    notClean: dialects.filter((each) => !isRight(each)).length,
    dialects: new Set(named.map(({ candidate }) => candidate.id)).size,
    dialectRuns: named.length,
    chanceRuns: dialects.length - named.length,
    pairs: Object.fromEntries(
      [...countPairs(trials.filter(isPairTrial))].map(([outcome, each]) => [outcome, each.length]),
    ),
    rejudged: rejudged.length,
    judgedOtherwise: rejudged.filter(({ otherwise }) => otherwise !== undefined).length,
  };
};
