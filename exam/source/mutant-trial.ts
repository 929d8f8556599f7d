import type { Line } from '../../spec/line.ts';
import type { SourceMutant } from './instrument.ts';
import { type MutantOutcome, strongest, type OpenCause, worstCause } from './mutant-outcome.ts';
import type { Reach } from './reach.ts';
import type { SourceRun } from './source-run.ts';

/** A run with one or several mutants. */
export interface MutantRun extends SourceRun {
  readonly lines: readonly Line[];
  readonly outcome: MutantOutcome;
}

/** Progress of judging a mutant. */
export interface MutantTrial {
  readonly mutant: SourceMutant;
  readonly reach: Reach;
  /** Lines that are still to be run. */
  readonly left: readonly Line[];
  readonly runs: readonly MutantRun[];
}

/** Judgement of a mutant. */
export interface Judged {
  readonly mutant: SourceMutant;
  readonly outcome: MutantOutcome;
  /** Lines that were run, in order. */
  readonly lines: readonly Line[];
  readonly failed: readonly string[];
  readonly inconclusive: readonly string[];
  /** Cause of inconclusive cells; `no-rule` if no cell gives one. */
  readonly cause?: OpenCause;
  /** Share of the duration, for runs with several mutants. */
  readonly milliseconds: number;
  /** Output of a broken harness. */
  readonly trouble?: string;
}

/** The trial of a mutant without any run so far. */
export const newMutantTrial = (mutant: SourceMutant, reach: Reach): MutantTrial => ({
  mutant,
  reach,
  left: reach.lines,
  runs: [],
});

/** Adds a run to a trial. A fail is final; an inconclusive line may still be followed by a fail on another. */
export const afterRun = (trial: MutantTrial, run: MutantRun): MutantTrial => {
  const goesOn = run.outcome === 'survived' || run.outcome === 'open';
  const left = goesOn ? trial.left.filter((line) => !run.lines.includes(line)) : [];
  return { ...trial, left, runs: [...trial.runs, run] };
};

/** Combines all runs of a mutant; without any run, nothing reaches it. */
export const judgedBy = (mutant: SourceMutant, runs: readonly MutantRun[]): Judged => {
  const all = (pick: (run: MutantRun) => readonly string[]): readonly string[] => [
    ...new Set(runs.flatMap(pick)),
  ];
  const outcome = strongest(runs.map((run) => run.outcome));
  const cause = worstCause(runs.flatMap((run) => run.cause ?? []));
  const troubled = runs.find(({ outcome }) => outcome === 'trouble');
  return {
    mutant,
    outcome,
    lines: runs.flatMap(({ lines }) => lines),
    failed: all(({ failed }) => failed),
    inconclusive: all(({ inconclusive }) => inconclusive),
    milliseconds: runs.reduce((sum, { milliseconds }) => sum + milliseconds, 0),
    ...(outcome === 'open' ? { cause: cause ?? 'no-rule' } : {}),
    ...(troubled ? { trouble: troubled.printed } : {}),
  };
};
