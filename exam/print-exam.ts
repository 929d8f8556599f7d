import { renderDuration } from '../reports/console/summary.ts';
import { AREAS } from './area.ts';
import type { Baseline, Regression } from './baseline.ts';
import { trialName } from './candidate.ts';
import type { MutationScore } from './mutation-exam.ts';
import { type FaultTrial, isFaultTrial, isRight, outcomeOf, OUTCOMES } from './outcome.ts';
import { plainTable } from './plain-table.ts';
import { type FaultScore, scoreFaults, type Score } from './score.ts';
import type { Trial } from './trial.ts';

/** A time in seconds with one decimal, or a dash. */
const seconds = (milliseconds: number | undefined): string =>
  milliseconds === undefined ? '–' : `${(milliseconds / 1000).toFixed(1)} s`;

/** More faults than these are not listed one by one where the harness got them right. */
const LISTED = 40;

/** What became of a fault, in words. */
export const describeOutcome = (trial: FaultTrial): string => {
  const { candidate, failed, failedCells, exitCode, inconclusive, caughtAfter } = trial;
  const others = failed.filter((id) => id !== candidate.requirement).join(', ');
  switch (outcomeOf(trial)) {
    case 'exact':
      return `by name after ${seconds(caughtAfter)}`;
    case 'partial': {
      const missed = candidate.cells.filter((cell) => !failedCells.includes(cell));
      return `by name after ${seconds(caughtAfter)}, but not on ${missed.map((cell) => cell.slice(cell.indexOf('@') + 1)).join(', ')}`;
    }
    case 'collateral':
      return `by name after ${seconds(caughtAfter)}, beside it ${others}`;
    case 'misnamed':
      return `caught, but as ${others}`;
    default: {
      const open = inconclusive.includes(candidate.requirement) ? ', inconclusive' : '';
      return `survived (exit ${exitCode ?? 'none, killed'}${open})`;
    }
  }
};

const faultLine = (trial: FaultTrial, { reasons }: Baseline): string => {
  const { id, requirement, on } = trial.candidate;
  const sign = isRight(trial) ? '✓' : '✗';
  const reason = isRight(trial) || reasons[id] === undefined ? '' : `\n    known: ${reasons[id]}`;
  const once = on === undefined ? id : `${id} on ${on}`;
  const name = isRight(trial) ? once : trialName(trial.candidate);
  return `${sign} ${name}  ${requirement}  ${describeOutcome(trial)}${reason}`;
};

const serviceLines = (name: string, trials: readonly Trial[]): string => {
  const wrong = trials.filter((each) => !isRight(each));
  const seeds = `${trials.length} ${trials.length === 1 ? 'run' : 'runs'}`;
  if (wrong.length === 0) return `✓ ${name}  ${seeds}, 0 failed, 0 inconclusive`;
  const details = wrong.map(({ candidate, failed, inconclusive, exitCode }) => {
    const said = [
      failed.length > 0 && `failed ${failed.join(', ')}`,
      inconclusive.length > 0 && `inconclusive ${inconclusive.join(', ')}`,
    ].filter((part) => part !== false);
    return `    ${candidate.id} with seed ${candidate.seed}: exit ${exitCode ?? 'none, killed'}; ${said.join('; ')}`;
  });
  return [`✗ ${name}  ${wrong.length} of ${seeds} not clean`, ...details].join('\n');
};

/** One row per area: faults, how often they were tried, and of these caught, by name, exact, collateral, median until caught. */
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
    seconds(score.medianCatch),
  ];
  const areas = AREAS.flatMap((area) => {
    const own = trials.filter(({ candidate }) => candidate.area === area);
    return own.length === 0 ? [] : [row(area, scoreFaults(own))];
  });
  return [...areas, ...(areas.length > 1 ? [row('all', scoreFaults(trials))] : [])];
};

/** The heads of the columns of `areaRows`. */
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

const areaTable = (trials: readonly FaultTrial[]): string =>
  plainTable([AREA_HEADS, ...areaRows(trials)]);

const troubleOf = ({ candidate, trouble }: Trial): readonly string[] =>
  trouble === undefined ? [] : [`! ${candidate.id} did not end as a run should:\n${trouble}`];

/** The result of an exam, the worst first. */
export const renderExam = (trials: readonly Trial[], baseline: Baseline): string => {
  const faults = trials.filter(isFaultTrial);
  const services = Map.groupBy(
    trials.filter((each) => !isFaultTrial(each)),
    ({ candidate }) => (candidate.id.startsWith('chance:') ? 'chance' : candidate.id),
  );
  const told = faults.length > LISTED ? faults.filter((each) => !isRight(each)) : faults;
  const worstFirst = [...told].sort(
    (a, b) => OUTCOMES.indexOf(outcomeOf(a)) - OUTCOMES.indexOf(outcomeOf(b)),
  );
  return [
    ...trials.flatMap(troubleOf),
    ...worstFirst.map((each) => faultLine(each, baseline)),
    ...[...services].map(([name, each]) => serviceLines(name, each)),
    ...(faults.length > 0 ? ['', areaTable(faults)] : []),
  ].join('\n');
};

/** What is worse than it was, and what to do about it; empty where nothing is. */
export const renderRegressions = (regressions: readonly Regression[]): string =>
  regressions
    .map(({ id, on, seed, was, is }) =>
      on !== undefined
        ? `✗ ${trialName({ id, on, seed })} is ${is}, and was ${was ?? 'never tried'} on the plain service: mend the harness`
        : was === undefined
          ? `✗ ${trialName({ id, seed })} is ${is} and not in the baseline: mend the harness, or keep it with a reason (--write-baseline)`
          : `✗ ${trialName({ id, seed })} is ${is}, and was ${was}: mend the harness`,
    )
    .join('\n');

/** How the oracles judged changed answers; what they misjudged line by line. */
export const renderMutations = ({ mutants, broken, killed, wrong, milliseconds }: MutationScore) =>
  [
    ...wrong.map((each) => `✗ ${each}`),
    `mutations: ${killed} of ${broken} broken answers failed by name, ${wrong.length} of ${mutants} misjudged, ${seconds(milliseconds)}`,
  ].join('\n');

/** `96 faults`, or `480 runs of 96 faults` where some were tried more than once. */
const countFaults = ({ faults, faultRuns }: FaultScore): string =>
  faults === faultRuns ? `${faults} faults` : `${faultRuns} runs of ${faults} faults`;

/** The sums in one line: `96 of 96 faults caught, 96 by name, …; 0 false failures in 14 dialects (66 runs) and 60 chance services`. */
export const sumUp = (score: Score): string => {
  const parts = [];
  if (score.faults > 0) {
    parts.push(
      `${score.caught} of ${countFaults(score)} caught, ${score.byName} by name, ${score.collateral} collateral, ` +
        `${score.exact} with exactly one finding, ${score.failedCells} of ${score.cells} cells failed, ` +
        `median ${seconds(score.medianCatch)}`,
    );
  }
  if (score.dialectRuns + score.chanceRuns > 0) {
    const unclean = score.notClean > 0 ? `, ${score.notClean} runs not clean` : '';
    const chance = score.chanceRuns > 0 ? ` and ${score.chanceRuns} chance services` : '';
    parts.push(
      `${score.falseFailures} false failures in ${score.dialects} dialects (${score.dialectRuns} runs)${chance}${unclean}`,
    );
  }
  return parts.join('; ');
};

/** The last line of an exam. */
export const renderScore = (score: Score, milliseconds: number): string =>
  `exam: ${sumUp(score)}; ${renderDuration(milliseconds)}`;
