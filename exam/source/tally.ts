import { KILLS, type MutantOutcome } from './mutant-outcome.ts';
import type { Judged } from './mutant-trial.ts';
import { type Explanation, explanationOf } from './survivors.ts';

/** A mutant that nothing was seen of, and why that is well. */
export interface Survivor {
  readonly judged: Judged;
  readonly explanation: Explanation | undefined;
}

/** How many mutants came to what. */
export interface Tally {
  readonly mutants: number;
  /** Those that a run reaches and with which the service starts. */
  readonly reached: number;
  readonly outcomes: Readonly<Record<MutantOutcome, number>>;
  readonly killed: number;
  /** Left open since a judgement rule keeps a harness from a fail there. */
  readonly openByRule: number;
  /** Survivors whose reason is known. */
  readonly explained: number;
  readonly unexplained: number;
}

/** The survivors among the judged, each with its explanation. */
export const survivorsOf = (
  judged: readonly Judged[],
  explanations: readonly Explanation[],
): readonly Survivor[] =>
  judged
    .filter(({ outcome }) => outcome === 'survived')
    .map((each) => ({ judged: each, explanation: explanationOf(each.mutant, explanations) }));

/** Counts what became of mutants. */
export const tallyOf = (judged: readonly Judged[], explanations: readonly Explanation[]): Tally => {
  const count = (outcome: MutantOutcome): number =>
    judged.filter((each) => each.outcome === outcome).length;
  const outcomes = {
    fail: count('fail'),
    refused: count('refused'),
    timeout: count('timeout'),
    open: count('open'),
    survived: count('survived'),
    unreached: count('unreached'),
    unstarted: count('unstarted'),
    trouble: count('trouble'),
  };
  const openByRule = judged.filter(({ cause }) => cause && cause !== 'no-rule').length;
  const explained = survivorsOf(judged, explanations).filter(
    ({ explanation }) => explanation !== undefined,
  ).length;
  return {
    mutants: judged.length,
    reached: judged.length - outcomes.unreached - outcomes.unstarted,
    outcomes,
    killed: KILLS.reduce((sum, outcome) => sum + outcomes[outcome], 0),
    openByRule,
    explained,
    unexplained: outcomes.survived - explained,
  };
};

/** The share of the mutants that should be seen which are, from 0 to 1; undefined where there is none. */
export const scoreOf = ({ killed, reached, explained }: Tally): number | undefined =>
  reached - explained === 0 ? undefined : killed / (reached - explained);

/** The folder of a file, or the file where it lies in no folder of the reference. */
const folderOf = (file: string): string => {
  const parts = file.split('/');
  return parts.length > 2 ? `${parts.slice(0, -1).join('/')}/` : file;
};

/** The tallies of every file, of every folder with several files, and of all: a name each. */
export const rowsOf = (
  judged: readonly Judged[],
  explanations: readonly Explanation[],
): readonly (readonly [name: string, tally: Tally])[] => {
  const byFolder = Map.groupBy(judged, ({ mutant }) => folderOf(mutant.file));
  const rows = [...byFolder].map(([name, own]) => [name, tallyOf(own, explanations)] as const);
  return rows.length > 1 ? [...rows, ['all', tallyOf(judged, explanations)]] : rows;
};
