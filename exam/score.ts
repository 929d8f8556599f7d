import {
  type FaultTrial,
  isFaultTrial,
  isRight,
  outcomeOf,
  countPairs,
  isPairTrial,
  type PairOutcome,
} from './outcome.ts';
import { bestOfPairs, describeRates, type PairRates, ratePairs } from './pair-rates.ts';
import type { Trial } from './trial.ts';
import { renderDuration } from '../reports/console/table.ts';
import { AREAS } from './select-faults.ts';
import type { MutationScore } from './mutation-exam.ts';

/** Detection score on faults. */
export interface FaultScore {
  readonly faults: number;
  /** Number of trials; the following members count these. */
  readonly faultRuns: number;
  /** Trials that ended non-conformant, for whatever requirement. */
  readonly caught: number;
  /** Trials in which the named requirement failed. */
  readonly byName: number;
  /** Failed requirements other than the named one, in total. */
  readonly collateral: number;
  /** Trials in which exactly the named requirement failed. */
  readonly exact: number;
  /** Number of cells that the faults break, and of those that failed. */
  readonly cells: number;
  readonly failedCells: number;
  /** Median time in milliseconds until a fault's own requirement had failed. */
  readonly medianCatch: number | undefined;
}

/** Score of an exam. */
export interface Score extends FaultScore {
  /** The score on other dialects than the plain one. */
  readonly onDialects: FaultScore;
  /** Failed requirements on correct services. */
  readonly falseFailures: number;
  /** Runs of correct services that did not end with exit code 0. */
  readonly notClean: number;
  readonly dialects: number;
  readonly dialectRuns: number;
  readonly chanceRuns: number;
  /** Conditional faults by the best outcome of their runs. */
  readonly pairs: Readonly<Partial<Record<PairOutcome, number>>>;
  /** Rates of detection of conditional faults; undefined if there were none. */
  readonly pairRates: PairRates | undefined;
  /** Number of rejudged recordings, and of those with other verdicts. */
  readonly rejudged: number;
  readonly judgedOtherwise: number;
}

const median = (values: readonly number[]): number | undefined => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)];
};

/** Computes the score of the trials of faults. */
const scoreFaults = (trials: readonly FaultTrial[]): FaultScore => {
  const outcomes = trials.map(outcomeOf);
  const having = (...counted: readonly string[]) =>
    outcomes.filter((outcome) => counted.includes(outcome)).length;
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

/** Computes the score of an exam. */
export const scoreExam = (trials: readonly Trial[]): Score => {
  const faults = trials.filter(isFaultTrial);
  const dialects = trials.filter(({ candidate }) => candidate.kind === 'dialect');
  const named = dialects.filter((each) => !isChance(each));
  const pairs = trials.filter(isPairTrial);
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
      [...countPairs(bestOfPairs(pairs))].map(([outcome, each]) => [outcome, each.length]),
    ),
    pairRates: pairs.length > 0 ? ratePairs(pairs) : undefined,
    rejudged: rejudged.length,
    judgedOtherwise: rejudged.filter(({ otherwise }) => otherwise !== undefined).length,
  };
};

/** A time in seconds with one decimal, or a dash. */
export const secondsText = (milliseconds: number | undefined): string =>
  milliseconds === undefined ? '–' : `${(milliseconds / 1000).toFixed(1)} s`;

/** One row per area: faults, trials, and of these caught, by name, exact, collateral, median time to detection. */
export const areaRows = (trials: readonly FaultTrial[]): readonly (readonly string[])[] => {
  const row = (name: string, score: FaultScore): readonly string[] => [
    name,
    ...[
      score.faults,
      score.faultRuns,
      score.caught,
      score.byName,
      score.exact,
      score.collateral,
    ].map(String),
    secondsText(score.medianCatch),
  ];
  const areas = AREAS.flatMap((area) => {
    const own = trials.filter(({ candidate }) => candidate.area === area);
    return own.length === 0 ? [] : [row(area, scoreFaults(own))];
  });
  return [...areas, ...(areas.length > 1 ? [row('all', scoreFaults(trials))] : [])];
};

/** Column heads of `areaRows`. */
export const AREA_HEADS = [
  'area',
  'faults',
  'runs',
  'caught',
  'by name',
  'exact',
  'collateral',
  'median',
];

/** `96 faults`, or `480 runs of 96 faults` if some were tried more than once. */
const countFaults = ({ faults, faultRuns }: FaultScore): string =>
  faults === faultRuns ? `${faults} faults` : `${faultRuns} runs of ${faults} faults`;

/** Summary line: `96 of 96 faults caught, 96 by name, …; 0 false failures in 14 dialects (66 runs) and 60 chance services`. */
export const summarise = (score: Score): string => {
  const parts = [];
  if (score.faults > 0) {
    parts.push(
      `${score.caught} of ${countFaults(score)} caught, ${score.byName} by name, ${score.collateral} collateral, ` +
        `${score.exact} with exactly one finding, ${score.failedCells} of ${score.cells} cells failed, ` +
        `median ${secondsText(score.medianCatch)}`,
    );
  }
  if (score.dialectRuns + score.chanceRuns > 0) {
    const unclean = score.notClean > 0 ? `, ${score.notClean} runs not clean` : '';
    const chance = score.chanceRuns > 0 ? ` and ${score.chanceRuns} chance services` : '';
    parts.push(
      `${score.falseFailures} false failures in ${score.dialects} dialects (${score.dialectRuns} runs)${chance}${unclean}`,
    );
  }
  const pairs = Object.entries(score.pairs);
  if (score.pairRates) {
    const all = pairs.reduce((sum, [, count]) => sum + count, 0);
    parts.push(
      `${all} faults under a condition: ${pairs.map(([outcome, count]) => `${count} ${outcome}`).join(', ')}; ${describeRates(score.pairRates)}`,
    );
  }
  return parts.join('; ');
};

/** The last line of an exam. */
export const renderScore = (score: Score, milliseconds: number): string =>
  `exam: ${summarise(score)}; ${renderDuration(milliseconds)}`;

/** Settings and versions of an exam. */
export interface ExamCircumstances {
  readonly version: string;
  readonly startedAt: string;
  readonly milliseconds: number;
  readonly seed: number;
  /** Policy of the runs: both if faults under conditions were certified, too. */
  readonly policy: 'gate' | 'certify' | 'gate and certify';
  /** Reason of a stop before all runs had ended, such as `stopped by SIGTERM`; undefined if there was none. */
  readonly stopped?: string;
}

/** Result of an exam. */
export interface ExamResult {
  readonly circumstances: ExamCircumstances;
  readonly trials: readonly Trial[];
  readonly score: Score;
  /** Undefined if no answers were mutated. */
  readonly mutations: MutationScore | undefined;
}

/** The trials of correct services by name; random services are grouped as `chance`. */
export const servicesByName = (trials: readonly Trial[]): ReadonlyMap<string, readonly Trial[]> =>
  Map.groupBy(
    trials.filter(({ candidate }) => candidate.kind === 'dialect'),
    ({ candidate: { id } }) => (id.startsWith('chance:') ? 'chance' : id),
  );
