import { renderDuration } from '../../reports/console/summary.ts';
import { isRight, type Marks } from './marks.ts';
import type { Sitting } from './sitting.ts';

const seconds = (milliseconds: number | undefined): string =>
  milliseconds === undefined ? '–' : `${(milliseconds / 1000).toFixed(1)} s`;

const faultLine = (sitting: Sitting): string => {
  const { candidate, failed, exitCode, caughtAfter } = sitting;
  if (candidate.kind !== 'fault') return '';
  const others = failed.filter((id) => id !== candidate.requirement);
  const byName = failed.includes(candidate.requirement);
  const sign = isRight(sitting) ? '✓' : '✗';
  const outcome = byName
    ? `by name after ${seconds(caughtAfter)}`
    : exitCode === 1
      ? 'caught, but not by name'
      : `survived (exit ${exitCode ?? 'none, killed'})`;
  const beside = others.length > 0 ? `, beside it ${others.join(', ')}` : '';
  return `${sign} ${candidate.id}  ${candidate.requirement}  ${outcome}${beside}`;
};

const dialectLine = (name: string, sittings: readonly Sitting[]): string => {
  const wrong = sittings.filter((each) => !isRight(each));
  const seeds = `${sittings.length} ${sittings.length === 1 ? 'seed' : 'seeds'}`;
  if (wrong.length === 0) return `✓ dialect ${name}  ${seeds}, 0 failed, 0 inconclusive`;
  const details = wrong.map(({ candidate, failed, inconclusive, exitCode }) => {
    const said = [
      failed.length > 0 && `failed ${failed.join(', ')}`,
      inconclusive.length > 0 && `inconclusive ${inconclusive.join(', ')}`,
    ].filter((part) => part !== false);
    return `    seed ${candidate.seed}: exit ${exitCode ?? 'none, killed'}; ${said.join('; ')}`;
  });
  return [`✗ dialect ${name}  ${wrong.length} of ${seeds} not clean`, ...details].join('\n');
};

const troubleLine = ({ candidate, trouble }: Sitting): string =>
  trouble === undefined ? '' : `! ${candidate.id} did not end as a run should:\n${trouble}`;

/** The result of an exam, what went wrong first. */
export const renderExam = (sittings: readonly Sitting[]): string => {
  const faults = sittings.filter(({ candidate }) => candidate.kind === 'fault');
  const dialects = Map.groupBy(
    sittings.filter(({ candidate }) => candidate.kind === 'dialect'),
    ({ candidate }) => candidate.id,
  );
  const wrongFirst = [...faults].sort((a, b) => Number(isRight(a)) - Number(isRight(b)));
  return [
    ...sittings.map(troubleLine),
    ...wrongFirst.map(faultLine),
    ...[...dialects].map(([name, each]) => dialectLine(name, each)),
  ]
    .filter((line) => line !== '')
    .join('\n');
};

/** The last line: `exam: 96 of 96 faults caught, 96 by name, 1 collateral; 0 false failures in 4 dialects × 5 seeds; 71 s`. */
export const renderMarks = (marks: Marks, milliseconds: number): string => {
  const parts = [];
  if (marks.faults > 0) {
    parts.push(
      `${marks.caught} of ${marks.faults} faults caught, ${marks.byName} by name, ${marks.collateral} collateral, ` +
        `${marks.exact} with exactly one finding, median ${seconds(marks.medianCatch)}`,
    );
  }
  if (marks.dialectRuns > 0) {
    const seeds = marks.dialectRuns / marks.dialects;
    const unclean = marks.notClean > 0 ? `, ${marks.notClean} runs not clean` : '';
    parts.push(
      `${marks.falseFailures} false failures in ${marks.dialects} dialects × ${seeds} seeds${unclean}`,
    );
  }
  return `exam: ${[...parts, renderDuration(milliseconds)].join('; ')}`;
};
