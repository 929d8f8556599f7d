import {
  type HistoryLine,
  type JudgedMeasure,
  type NightLine,
  type OutcomeLine,
  type Measure,
  measureOf,
} from './history-line.ts';

/** A night of a series with what its suspicions came to. */
export interface SeriesNight {
  readonly line: NightLine;
  /** Undefined: there was no suspicion, or the run was killed before it was settled. */
  readonly outcome: OutcomeLine | undefined;
  /** Measures that were found to have become worse: confirmed this night, or an alarm of an earlier one that goes on. */
  readonly alarmed: readonly Measure[];
  /** A person took this level for the new one, later. */
  readonly isAccepted: boolean;
}

/** Whether two nights were measured in the same way. */
const isSameBasis = (a: NightLine['basis'], b: NightLine['basis']): boolean =>
  (Object.keys(a) as (keyof typeof a)[]).every((key) => a[key] === b[key]);

const isConfirmed = (outcome: OutcomeLine | undefined, { measure, state }: JudgedMeasure) =>
  state === 'suspicious' &&
  (outcome?.measures.some((each) => each.measure === measure && each.confirmed) ?? false);

const alarmedIn = (line: NightLine, outcome: OutcomeLine | undefined): readonly Measure[] =>
  line.judged
    .filter((each) => each.state === 'ongoing' || isConfirmed(outcome, each))
    .map(({ measure }) => measure);

/** The nights of every series by its name, in the order in which they were written. */
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

/** Whether a night was measured as it should be, and its answers were right: only such ones are judged, and count. */
export const isValidNight = ({ line }: SeriesNight): boolean => line.judged.length > 0;

/** Whether a new alarm was opened: a suspicion was confirmed, and none was open. Other measures may join it later. */
export const opensAlarm = ({ line, outcome }: SeriesNight): boolean =>
  (outcome?.measures.some(({ confirmed }) => confirmed) ?? false) &&
  line.judged.every(({ state }) => state !== 'ongoing');

/** Index of the first night of the alarm that is open at the end; the number of nights where none is. */
const openSince = (nights: readonly SeriesNight[]): number => {
  const calm = nights.findLastIndex(
    (night) => night.isAccepted || (isValidNight(night) && night.alarmed.length === 0),
  );
  return calm + 1;
};

/** Nights that a baseline is made from, and an anchor. */
export const BASELINE = 14;

/** Whether a suspicion of the night was never settled, since the run was killed. */
const isUnsettled = ({ line, outcome }: SeriesNight): boolean =>
  outcome === undefined && line.judged.some(({ state }) => state === 'suspicious');

/** Where the level begins that a person accepted last; 0 where nobody did. */
const startOfLevel = (nights: readonly SeriesNight[]): number => {
  const last = nights.findLastIndex(({ isAccepted }) => isAccepted);
  const before = nights.findLastIndex(({ isAccepted }, index) => index < last && !isAccepted);
  return last === -1 ? 0 : before + 1;
};

/** The nights of the level that was accepted last, measured in the same way; with a measure, those that have it. */
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
 * The nights that tonight is compared with: valid, measured in the same way, not alarmed, at most 14, the oldest first. With a
 * measure, the newest 14 that have it: a percentile that some nights lack is learnt more slowly, not never.
 */
export const baselineNights = (
  nights: readonly SeriesNight[],
  basis: NightLine['basis'],
  measure?: Measure,
): readonly SeriesNight[] =>
  levelNights(nights, basis, measure)
    .filter((night) => counts(night))
    .slice(-BASELINE);

/** What a level began with, and what it is now. */
export interface LevelNights {
  /** The first 14 nights that count since a person accepted a level, or since the series began; fewer while it learns. */
  readonly anchor: readonly SeriesNight[];
  /** Valid nights since the last of them. */
  readonly age: number;
  /** All valid nights of the level, alarmed ones, too, the oldest first. */
  readonly level: readonly SeriesNight[];
}

/** The anchor of a series, against which a slow drift is judged, and all nights of its level. */
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

/** Whether an alarm is open at the end of a series. */
export const hasOpenAlarm = (nights: readonly SeriesNight[]): boolean =>
  openSince(nights) < nights.length;
