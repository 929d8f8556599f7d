import { renderDuration } from '../reports/console/summary.ts';
import { AREAS } from './area.ts';
import type { Baseline, Regression } from './baseline.ts';
import { sittingName } from './candidate.ts';
import { type FaultMarks, markFaults, type Marks } from './marks.ts';
import type { MutationMarks } from './mutation-exam.ts';
import { type FaultSitting, isFaultSitting, isRight, outcomeOf, OUTCOMES } from './outcome.ts';
import { plainTable } from './plain-table.ts';
import type { Sitting } from './sitting.ts';

/** A time in seconds with one decimal, or a dash. */
const seconds = (milliseconds: number | undefined): string =>
  milliseconds === undefined ? '–' : `${(milliseconds / 1000).toFixed(1)} s`;

/** More faults than these are not listed one by one where the harness got them right. */
const LISTED = 40;

/** What became of a fault, in words. */
export const describeOutcome = (sitting: FaultSitting): string => {
  const { candidate, failed, failedCells, exitCode, inconclusive, caughtAfter } = sitting;
  const others = failed.filter((id) => id !== candidate.requirement).join(', ');
  switch (outcomeOf(sitting)) {
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

const faultLine = (sitting: FaultSitting, { reasons }: Baseline): string => {
  const { id, requirement, on } = sitting.candidate;
  const sign = isRight(sitting) ? '✓' : '✗';
  const reason = isRight(sitting) || reasons[id] === undefined ? '' : `\n    known: ${reasons[id]}`;
  const once = on === undefined ? id : `${id} on ${on}`;
  const name = isRight(sitting) ? once : sittingName(sitting.candidate);
  return `${sign} ${name}  ${requirement}  ${describeOutcome(sitting)}${reason}`;
};

const serviceLines = (name: string, sittings: readonly Sitting[]): string => {
  const wrong = sittings.filter((each) => !isRight(each));
  const seeds = `${sittings.length} ${sittings.length === 1 ? 'run' : 'runs'}`;
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

/** One row per area: faults, how often they were sat, and of these caught, by name, exact, collateral, median until caught. */
export const areaRows = (sittings: readonly FaultSitting[]): readonly (readonly string[])[] => {
  const row = (name: string, marks: FaultMarks): readonly string[] => [
    name,
    ...[
      marks.faults,
      marks.faultRuns,
      marks.caught,
      marks.byName,
      marks.exact,
      marks.collateral,
    ].map(String),
    seconds(marks.medianCatch),
  ];
  const areas = AREAS.flatMap((area) => {
    const own = sittings.filter(({ candidate }) => candidate.area === area);
    return own.length === 0 ? [] : [row(area, markFaults(own))];
  });
  return [...areas, ...(areas.length > 1 ? [row('all', markFaults(sittings))] : [])];
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

const areaTable = (sittings: readonly FaultSitting[]): string =>
  plainTable([AREA_HEADS, ...areaRows(sittings)]);

const troubleOf = ({ candidate, trouble }: Sitting): readonly string[] =>
  trouble === undefined ? [] : [`! ${candidate.id} did not end as a run should:\n${trouble}`];

/** The result of an exam, the worst first. */
export const renderExam = (sittings: readonly Sitting[], baseline: Baseline): string => {
  const faults = sittings.filter(isFaultSitting);
  const services = Map.groupBy(
    sittings.filter((each) => !isFaultSitting(each)),
    ({ candidate }) => (candidate.id.startsWith('chance:') ? 'chance' : candidate.id),
  );
  const told = faults.length > LISTED ? faults.filter((each) => !isRight(each)) : faults;
  const worstFirst = [...told].sort(
    (a, b) => OUTCOMES.indexOf(outcomeOf(a)) - OUTCOMES.indexOf(outcomeOf(b)),
  );
  return [
    ...sittings.flatMap(troubleOf),
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
        ? `✗ ${sittingName({ id, on, seed })} is ${is}, and was ${was ?? 'never sat'} on the plain service: mend the harness`
        : was === undefined
          ? `✗ ${sittingName({ id, seed })} is ${is} and not in the baseline: mend the harness, or keep it with a reason (--write-baseline)`
          : `✗ ${sittingName({ id, seed })} is ${is}, and was ${was}: mend the harness`,
    )
    .join('\n');

/** How the oracles judged changed answers; what they misjudged line by line. */
export const renderMutations = ({ mutants, broken, killed, wrong, milliseconds }: MutationMarks) =>
  [
    ...wrong.map((each) => `✗ ${each}`),
    `mutations: ${killed} of ${broken} broken answers failed by name, ${wrong.length} of ${mutants} misjudged, ${seconds(milliseconds)}`,
  ].join('\n');

/** `96 faults`, or `480 runs of 96 faults` where some were sat more than once. */
const countFaults = ({ faults, faultRuns }: FaultMarks): string =>
  faults === faultRuns ? `${faults} faults` : `${faultRuns} runs of ${faults} faults`;

/** The sums in one line: `96 of 96 faults caught, 96 by name, …; 0 false failures in 14 dialects (66 runs) and 60 chance services`. */
export const sumUp = (marks: Marks): string => {
  const parts = [];
  if (marks.faults > 0) {
    parts.push(
      `${marks.caught} of ${countFaults(marks)} caught, ${marks.byName} by name, ${marks.collateral} collateral, ` +
        `${marks.exact} with exactly one finding, ${marks.failedCells} of ${marks.cells} cells failed, ` +
        `median ${seconds(marks.medianCatch)}`,
    );
  }
  if (marks.dialectRuns + marks.chanceRuns > 0) {
    const unclean = marks.notClean > 0 ? `, ${marks.notClean} runs not clean` : '';
    const chance = marks.chanceRuns > 0 ? ` and ${marks.chanceRuns} chance services` : '';
    parts.push(
      `${marks.falseFailures} false failures in ${marks.dialects} dialects (${marks.dialectRuns} runs)${chance}${unclean}`,
    );
  }
  return parts.join('; ');
};

/** The last line of an exam. */
export const renderMarks = (marks: Marks, milliseconds: number): string =>
  `exam: ${sumUp(marks)}; ${renderDuration(milliseconds)}`;
