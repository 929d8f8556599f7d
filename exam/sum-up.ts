import { renderDuration } from '../reports/console/table.ts';
import { AREAS } from './area.ts';
import type { FaultTrial } from './outcome.ts';
import { type FaultScore, type Score, scoreFaults } from './score.ts';

/** A time in seconds with one decimal, or a dash. */
export const seconds = (milliseconds: number | undefined): string =>
  milliseconds === undefined ? '–' : `${(milliseconds / 1000).toFixed(1)} s`;

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
  const pairs = Object.entries(score.pairs);
  if (pairs.length > 0) {
    const all = pairs.reduce((sum, [, count]) => sum + count, 0);
    parts.push(
      `${all} faults under a condition: ${pairs.map(([outcome, count]) => `${count} ${outcome}`).join(', ')}`,
    );
  }
  return parts.join('; ');
};

/** The last line of an exam. */
export const renderScore = (score: Score, milliseconds: number): string =>
  `exam: ${sumUp(score)}; ${renderDuration(milliseconds)}`;
