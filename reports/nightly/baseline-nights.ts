import { isSameBasis, isValidNight, openSince, type SeriesNight } from './series-nights.ts';
import type { NightLine } from './history-line.ts';
import { type Measure, measureOf } from './measures.ts';

/** Nights that a baseline is made from. */
const BASELINE = 14;

/** Whether a suspicion of the night was never settled, since the run was killed. */
const isUnsettled = ({ line, outcome }: SeriesNight): boolean =>
  outcome === undefined && line.judged.some(({ state }) => state === 'suspicious');

/** Where the level begins that a person accepted last; 0 where nobody did. */
const startOfLevel = (nights: readonly SeriesNight[]): number => {
  const last = nights.findLastIndex(({ isAccepted }) => isAccepted);
  const before = nights.findLastIndex(({ isAccepted }, index) => index < last && !isAccepted);
  return last === -1 ? 0 : before + 1;
};

/**
 * The nights that tonight is compared with: valid, measured in the same way, not alarmed, at most 14, the oldest first. With a
 * measure, the newest 14 that have it: a percentile that some nights lack is learnt more slowly, not never.
 */
export const baselineNights = (
  nights: readonly SeriesNight[],
  basis: NightLine['basis'],
  measure?: Measure,
): readonly SeriesNight[] => {
  const same = nights.filter(({ line }) => isSameBasis(line.basis, basis));
  return same
    .slice(startOfLevel(same))
    .filter(
      (night) =>
        isValidNight(night) &&
        (measure === undefined || measureOf(night.line, measure) !== undefined) &&
        (night.isAccepted || (night.alarmed.length === 0 && !isUnsettled(night))),
    )
    .slice(-BASELINE);
};

/** The run that opened the alarm of a measure that was still open on the newest valid night; undefined where none is. */
export const openAlarm = (
  nights: readonly SeriesNight[],
  basis: NightLine['basis'],
  measure: Measure,
): string | undefined => {
  const same = nights.filter(
    (night) => isValidNight(night) && isSameBasis(night.line.basis, basis),
  );
  const last = same.at(-1);
  if (last === undefined || last.isAccepted || !last.alarmed.includes(measure)) return undefined;
  const judged = last.line.judged.find((each) => each.measure === measure);
  return judged?.since ?? last.line.runId;
};

/** In words what is measured otherwise than on the newest night before; empty where nothing is, or there was none. */
export const changesOfBasis = (
  nights: readonly SeriesNight[],
  basis: NightLine['basis'],
): readonly string[] => {
  const before = nights.at(-1)?.line.basis;
  if (before === undefined) return [];
  return (Object.keys(basis) as (keyof typeof basis)[])
    .filter((key) => basis[key] !== before[key])
    .map((key) => `${key} (${before[key]}, now ${basis[key]})`);
};

/** Whether an alarm is open at the end of a series. */
export const hasOpenAlarm = (nights: readonly SeriesNight[]): boolean =>
  openSince(nights) < nights.length;
