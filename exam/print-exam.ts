import type { Baseline, Regression } from './baseline.ts';
import { trialName } from './candidate.ts';
import { servicesByName, type Score, AREA_HEADS, areaRows, secondsText } from './score.ts';
import type { MutationScore } from './mutation-exam.ts';
import { type FaultTrial, isFaultTrial, isRight, outcomeOf, worstFirst } from './outcome.ts';
import { plainTable } from './tables.ts';
import type { Trial } from './trial.ts';

/** Number of correctly judged faults up to which each is listed. */
const LISTED = 40;

/** Outcome of a fault as text. */
export const describeOutcome = (trial: FaultTrial): string => {
  const { candidate, failed, failedCells, exitCode, inconclusive, caughtAfter } = trial;
  const others = failed.filter((id) => id !== candidate.requirement).join(', ');
  switch (outcomeOf(trial)) {
    case 'exact':
      return `by name after ${secondsText(caughtAfter)}`;
    case 'partial': {
      const missed = candidate.cells.filter((cell) => !failedCells.includes(cell));
      return `by name after ${secondsText(caughtAfter)}, but not on ${missed.map((cell) => cell.slice(cell.indexOf('@') + 1)).join(', ')}`;
    }
    case 'collateral':
      return `by name after ${secondsText(caughtAfter)}, in addition to ${others}`;
    case 'misnamed':
      return `caught, but as ${others}`;
    default: {
      const open = inconclusive.includes(candidate.requirement) ? ', not judged' : '';
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
  if (wrong.length === 0) return `✓ ${name}  ${seeds}, 0 failed, 0 not judged`;
  const details = wrong.map(({ candidate, failed, inconclusive, exitCode, kept }) => {
    const parts = [
      failed.length > 0 && `failed ${failed.join(', ')}`,
      inconclusive.length > 0 && `not judged ${inconclusive.join(', ')}`,
      kept !== undefined && `its run is kept next to the matrix, in ${kept}`,
    ].filter((part) => part !== false);
    return `    ${candidate.id} with seed ${candidate.seed}: exit ${exitCode ?? 'none, killed'}; ${parts.join('; ')}`;
  });
  return [`✗ ${name}  ${wrong.length} of ${seeds} not clean`, ...details].join('\n');
};

const areaTable = (trials: readonly FaultTrial[]): string =>
  plainTable([AREA_HEADS, ...areaRows(trials)]);

const troubleOf = ({ candidate, trouble }: Trial): readonly string[] =>
  trouble === undefined ? [] : [`! ${candidate.id} did not end properly:\n${trouble}`];

/** Faults combined in one service share a run, and so one recording. */
const rejudgedDifferently = (trials: readonly Trial[]): readonly string[] =>
  [...Map.groupBy(trials, ({ again }) => again)].flatMap(([again, sharing]) => {
    if (again?.otherwise === undefined) return [];
    const names = sharing.map(({ candidate }) => trialName(candidate)).join(', ');
    const kept = sharing.flatMap((each) => each.kept ?? [])[0];
    const where = kept === undefined ? '' : ` (its run is kept next to the matrix, in ${kept})`;
    return [`✗ the recording of ${names} is judged differently${where}:\n${again.otherwise}`];
  });

/** Renders the result of an exam, the worst first. */
export const renderExam = (trials: readonly Trial[], baseline: Baseline): string => {
  const faults = trials.filter(isFaultTrial);
  const listed = faults.length > LISTED ? faults.filter((each) => !isRight(each)) : faults;
  return [
    ...trials.flatMap(troubleOf),
    ...rejudgedDifferently(trials),
    ...worstFirst(listed).map((each) => faultLine(each, baseline)),
    ...[...servicesByName(trials)].map(([name, each]) => serviceLines(name, each)),
    ...(faults.length > 0 ? ['', areaTable(faults)] : []),
  ].join('\n');
};

/** Renders regressions with advice; empty without any. */
export const renderRegressions = (regressions: readonly Regression[]): string =>
  regressions
    .map(({ id, on, seed, was, is }) =>
      on !== undefined
        ? `✗ ${trialName({ id, on, seed })} ${is}; on the plain service it was ${was ?? 'never tried'}`
        : was === undefined
          ? `✗ ${trialName({ id, seed })} ${is}; it is not in the baseline: fix Assay, or add it with a reason (--write-baseline)`
          : `✗ ${trialName({ id, seed })} ${is}; the baseline says ${was}`,
    )
    .join('\n');

/** Renders how many recordings led to the same verdicts on rejudging. */
export const renderRejudged = ({ rejudged, judgedOtherwise }: Score): string =>
  `rejudged: ${rejudged - judgedOtherwise} of ${rejudged} recordings led to the same verdicts`;

/** Renders the judgement of mutated answers, with each error on a line. */
export const renderMutations = ({ mutants, broken, killed, wrong, milliseconds }: MutationScore) =>
  [
    ...wrong.map((each) => `✗ ${each}`),
    `mutations: ${killed} of ${broken} broken answers failed by name, ${wrong.length} of ${mutants} misjudged, ${secondsText(milliseconds)}`,
  ].join('\n');
