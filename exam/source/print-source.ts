import { renderDuration } from '../../reports/console/table.ts';
import type { SourceMutant } from './instrument.ts';
import type { Judged } from './mutant-trial.ts';
import { type Explanation, unusedExplanations, explanationOf } from './survivors.ts';
import { KILLS, type MutantOutcome } from './mutant-outcome.ts';

/** A mutant that was not detected, and the explanation. */
export interface Survivor {
  readonly judged: Judged;
  readonly explanation: Explanation | undefined;
}

/** Number of mutants by outcome. */
export interface Tally {
  readonly mutants: number;
  /** Mutants that a run reaches and with which the service starts. */
  readonly reached: number;
  readonly outcomes: Readonly<Record<MutantOutcome, number>>;
  readonly killed: number;
  /** Inconclusive because a judgement rule keeps a harness from a fail. */
  readonly openByRule: number;
  /** Survivors with an explanation. */
  readonly explained: number;
  readonly unexplained: number;
}

/** The surviving mutants, each with its explanation. */
export const survivorsOf = (
  judged: readonly Judged[],
  explanations: readonly Explanation[],
): readonly Survivor[] =>
  judged
    .filter(({ outcome }) => outcome === 'survived')
    .map((each) => ({ judged: each, explanation: explanationOf(each.mutant, explanations) }));

/** Counts the outcomes of mutants. */
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

/** Mutation score from 0 to 1: killed mutants among those that should be; undefined without any. */
export const scoreOf = ({ killed, reached, explained }: Tally): number | undefined =>
  reached - explained === 0 ? undefined : killed / (reached - explained);

/** The folder of a file, or the file itself if it is at the top of the reference. */
const folderOf = (file: string): string => {
  const parts = file.split('/');
  return parts.length > 2 ? `${parts.slice(0, -1).join('/')}/` : file;
};

/** Tallies of every file, of every folder with several files, and in total, with their names. */
const rowsOf = (
  judged: readonly Judged[],
  explanations: readonly Explanation[],
): readonly (readonly [name: string, tally: Tally])[] => {
  const byFolder = Map.groupBy(judged, ({ mutant }) => folderOf(mutant.file));
  const rows = [...byFolder].map(([name, own]) => [name, tallyOf(own, explanations)] as const);
  return rows.length > 1 ? [...rows, ['all', tallyOf(judged, explanations)]] : rows;
};

/** Column heads of `sourceRows`. */
export const SOURCE_HEADS = [
  'file',
  'mutants',
  'reached',
  'fail',
  'open',
  'by rule',
  'refused',
  'timeout',
  'explained',
  'unexplained',
  'no start',
  'score',
];

const percent = (share: number | undefined): string =>
  share === undefined ? '–' : `${(share * 100).toFixed(1)} %`;

/** One row per folder or file: see `SOURCE_HEADS`. */
export const sourceRows = (
  judged: readonly Judged[],
  explanations: readonly Explanation[],
): readonly (readonly string[])[] =>
  rowsOf(judged, explanations).map(([name, tally]) => [
    name,
    ...[
      tally.mutants,
      tally.reached,
      tally.outcomes.fail,
      tally.outcomes.open,
      tally.openByRule,
      tally.outcomes.refused,
      tally.outcomes.timeout,
      tally.explained,
      tally.unexplained,
      tally.outcomes.unstarted,
    ].map(String),
    percent(scoreOf(tally)),
  ]);

/** Maximum length of a mutant's text in the output. */
const SHOWN = 100;

const short = (text: string): string => {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length > SHOWN ? `${line.slice(0, SHOWN)}…` : line;
};

/** Describes a mutant on one line: place, kind, original and replacement. */
export const describeMutant = ({
  file,
  line,
  column,
  mutator,
  original,
  replacement,
}: SourceMutant): string =>
  `${file}:${line}:${column} ${mutator}  ${short(original)} → ${short(replacement)}`;

/** Renders the unexplained survivors, one line each, with advice. */
export const renderUnexplained = (
  judged: readonly Judged[],
  explanations: readonly Explanation[],
): readonly string[] => {
  const lines = survivorsOf(judged, explanations)
    .filter(({ explanation }) => explanation === undefined)
    .map((each) => `✗ ${describeMutant(each.judged.mutant)}`);
  if (lines.length === 0) return [];
  return [
    ...lines,
    'no run detects these changes of the reference: add a probe or a judge that does, remove needless code from the reference,',
    'or explain in exam/source/survivors.yaml why no client can observe them',
  ];
};

/** Renders the explanations that a whole exam did not need, one line each. */
export const renderUnused = (
  judged: readonly Judged[],
  explanations: readonly Explanation[],
): readonly string[] =>
  unusedExplanations(
    judged.filter(({ outcome }) => outcome === 'survived').map(({ mutant }) => mutant),
    explanations,
  ).map(
    ({ file, reason }) =>
      `✗ survivors.yaml explains a mutant that does not survive in ${file} (${reason}): remove the entry`,
  );

/** Renders broken runs with their output. */
export const renderTrouble = (judged: readonly Judged[]): readonly string[] =>
  judged.flatMap(({ mutant, trouble }) =>
    trouble === undefined ? [] : [`! the harness failed on ${describeMutant(mutant)}:\n${trouble}`],
  );

/** Renders how mutants were killed: `860 by a fail, 20 taken for a wrong configuration, …`. */
const killedHow = ({ outcomes, openByRule }: Tally): string =>
  [
    `${outcomes.fail} by a fail`,
    `${outcomes.refused} taken for a wrong configuration`,
    `${outcomes.timeout} hung`,
    `${openByRule} left open by a judgement rule`,
    `${outcomes.open - openByRule} open without one`,
  ].join(', ');

/**
 * Share of fails among the mutants killed by a fail or an inconclusive cell, with and without those that a judgement
 * rule leaves open.
 */
const failShares = ({ outcomes: { fail, open }, openByRule }: Tally): string => {
  const share = (of: number): string => percent(of === 0 ? undefined : fail / of);
  return `${share(fail + open)} fails rather than open cells, ${share(fail + open - openByRule)} where the rules allow a fail`;
};

/** Summary line: `917 of 920 mutants of the reference killed (99.7 %): 680 by a fail, …`. */
export const summariseSource = (tally: Tally): string => {
  const { outcomes, killed, reached, explained, unexplained } = tally;
  return (
    `${killed} of ${reached - explained} mutants of the reference killed (${percent(scoreOf(tally))}): ${killedHow(tally)} ` +
    `(${failShares(tally)}); ${unexplained} survived, ${explained} more for a known reason, ` +
    `${outcomes.unreached} not reached, ${outcomes.unstarted} without a start`
  );
};

/** The last line of an exam of the source. */
export const renderSource = (
  judged: readonly Judged[],
  explanations: readonly Explanation[],
  milliseconds: number,
): string =>
  `exam: ${summariseSource(tallyOf(judged, explanations))}; ${renderDuration(milliseconds)}`;

/** The README's line about the last whole exam of the source. */
export const sourceReadmeLine = (day: string, tally: Tally): string =>
  `> **Source exam of ${day}**: ${summariseSource(tally)}.`;
