import {
  type HistoryLine,
  type JudgedMeasure,
  type NightLine,
  type OutcomeLine,
  type Measure,
  measureOf,
} from './history-line.ts';

/** A night of a series with the outcome of its suspected regressions. */
export interface SeriesNight {
  readonly line: NightLine;
  /** Undefined: there were none, or the run was killed before they were settled. */
  readonly outcome: OutcomeLine | undefined;
  /** Measures with an alarm: confirmed this night, or open since an earlier one. */
  readonly alarmed: readonly Measure[];
  /** This level was accepted later as the new one. */
  readonly isAccepted: boolean;
}

/** Tests if two nights were measured under the same conditions. */
const isSameBasis = (a: NightLine['basis'], b: NightLine['basis']): boolean =>
  (Object.keys(a) as (keyof typeof a)[]).every((key) => a[key] === b[key]);

const isConfirmed = (outcome: OutcomeLine | undefined, { measure, state }: JudgedMeasure) =>
  state === 'suspicious' &&
  (outcome?.measures.some((each) => each.measure === measure && each.confirmed) ?? false);

const alarmedIn = (line: NightLine, outcome: OutcomeLine | undefined): readonly Measure[] =>
  line.judged
    .filter((each) => each.state === 'ongoing' || isConfirmed(outcome, each))
    .map(({ measure }) => measure);

/** Nights of every series by name, in file order. */
export const seriesNights = (
  lines: readonly HistoryLine[],
): ReadonlyMap<string, readonly SeriesNight[]> => {
  const outcomes = new Map<string, OutcomeLine>();
  for (const line of lines)
    if (line.kind === 'outcome') outcomes.set(`${line.runId} ${line.series}`, line);
  const all = new Map<string, SeriesNight[]>();
  for (const line of lines) {
    if (line.kind === 'outcome' || line.kind === 'moved') continue;
    const nights = all.get(line.series) ?? [];
    all.set(line.series, nights);
    if (line.kind === 'night') {
      const outcome = outcomes.get(`${line.runId} ${line.series}`);
      nights.push({ line, outcome, alarmed: alarmedIn(line, outcome), isAccepted: false });
      continue;
    }
    const since = openSince(nights);
    for (const [index, night] of nights.entries())
      if (index >= since) nights[index] = { ...night, isAccepted: true };
  }
  return all;
};

/** Tests if a night was measured properly, with correct answers: only such nights are judged, and count. */
export const isValidNight = ({ line }: SeriesNight): boolean => line.judged.length > 0;

/** Tests if an alarm was opened: a regression was confirmed, and none was open. Other measures may join it later. */
export const opensAlarm = ({ line, outcome }: SeriesNight): boolean =>
  (outcome?.measures.some(({ confirmed }) => confirmed) ?? false) &&
  line.judged.every(({ state }) => state !== 'ongoing');

/** Index of the first night of the alarm that is open at the end; the number of nights if none is. */
const openSince = (nights: readonly SeriesNight[]): number => {
  const calm = nights.findLastIndex(
    (night) => night.isAccepted || (isValidNight(night) && night.alarmed.length === 0),
  );
  return calm + 1;
};

/** Nights in a baseline, and in an anchor. */
export const BASELINE = 14;

/** Tests if a suspected regression of the night was never settled, since the run was killed. */
const isUnsettled = ({ line, outcome }: SeriesNight): boolean =>
  outcome === undefined && line.judged.some(({ state }) => state === 'suspicious');

/** Index of the first night of the level accepted last; 0 if none was. */
const startOfLevel = (nights: readonly SeriesNight[]): number => {
  const last = nights.findLastIndex(({ isAccepted }) => isAccepted);
  const before = nights.findLastIndex(({ isAccepted }, index) => index < last && !isAccepted);
  return last === -1 ? 0 : before + 1;
};

/** Nights of the level accepted last under the same conditions; with a measure, those that have it. */
const levelNights = (
  nights: readonly SeriesNight[],
  basis: NightLine['basis'],
  measure: Measure | undefined,
): readonly SeriesNight[] => {
  const same = nights.filter(({ line }) => isSameBasis(line.basis, basis));
  return same
    .slice(startOfLevel(same))
    .filter(
      (night) =>
        isValidNight(night) &&
        (measure === undefined || measureOf(night.line, measure) !== undefined),
    );
};

const counts = (night: SeriesNight): boolean =>
  night.isAccepted || (night.alarmed.length === 0 && !isUnsettled(night));

/**
 * Baseline of tonight: valid, under the same conditions, without an alarm, at most 14, the oldest first. With a measure, the
 * newest 14 that have it: a percentile that some nights lack is learnt more slowly, not never.
 */
export const baselineNights = (
  nights: readonly SeriesNight[],
  basis: NightLine['basis'],
  measure?: Measure,
): readonly SeriesNight[] =>
  levelNights(nights, basis, measure)
    .filter((night) => counts(night))
    .slice(-BASELINE);

/** Start and present state of a level. */
export interface LevelNights {
  /** First 14 nights that count since a level was accepted, or since the series began; fewer while it learns. */
  readonly anchor: readonly SeriesNight[];
  /** Number of valid nights since the anchor. */
  readonly age: number;
  /** All valid nights of the level, including those with an alarm, the oldest first. */
  readonly level: readonly SeriesNight[];
}

/** Anchor of a series, against which slow drift is judged, and all nights of its level. */
export const anchorNights = (
  nights: readonly SeriesNight[],
  basis: NightLine['basis'],
  measure?: Measure,
): LevelNights => {
  const level = levelNights(nights, basis, measure);
  const anchor = level.filter((night) => counts(night)).slice(0, BASELINE);
  const last = anchor.at(-1);
  const age = last === undefined ? 0 : level.length - 1 - level.indexOf(last);
  return { anchor, age, level };
};

/** Run that opened the alarm of a measure that was still open on the newest valid night; undefined if none is. */
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

/** Changed measuring conditions since the previous night, in words; empty if there are none, or no previous night. */
export const basisChanges = (
  nights: readonly SeriesNight[],
  basis: NightLine['basis'],
): readonly string[] => {
  const before = nights.at(-1)?.line.basis;
  if (before === undefined) return [];
  return (Object.keys(basis) as (keyof typeof basis)[])
    .filter((key) => basis[key] !== before[key])
    .map((key) => `${key} (${before[key]}, now ${basis[key]})`);
};

/** Tests if an alarm is open at the end of a series. */
export const hasOpenAlarm = (nights: readonly SeriesNight[]): boolean =>
  openSince(nights) < nights.length;
