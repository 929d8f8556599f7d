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

/** How far a mutant is judged. */
export interface MutantTrial {
  readonly mutant: SourceMutant;
  readonly reach: Reach;
  /** Lines that are still to be run. */
  readonly left: readonly Line[];
  readonly runs: readonly MutantRun[];
}

/** What became of a mutant. */
export interface Judged {
  readonly mutant: SourceMutant;
  readonly outcome: MutantOutcome;
  /** Lines that were run, in order. */
  readonly lines: readonly Line[];
  readonly failed: readonly string[];
  readonly inconclusive: readonly string[];
  /** Of what stayed open: why; where no cell says so, for no rule. */
  readonly cause?: OpenCause;
  /** Of runs with several mutants the share. */
  readonly milliseconds: number;
  /** What was printed, where the harness broke. */
  readonly trouble?: string;
}

/** The trial of a mutant that nothing was run for yet. */
export const newMutantTrial = (mutant: SourceMutant, reach: Reach): MutantTrial => ({
  mutant,
  reach,
  left: reach.lines,
  runs: [],
});

/** A trial after one more run. A fail is the most that can be had; what is open on one line may still fail on another. */
export const afterRun = (trial: MutantTrial, run: MutantRun): MutantTrial => {
  const goesOn = run.outcome === 'survived' || run.outcome === 'open';
  const left = goesOn ? trial.left.filter((line) => !run.lines.includes(line)) : [];
  return { ...trial, left, runs: [...trial.runs, run] };
};

/** What all runs of a mutant say; nothing reaches one without a run. */
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
