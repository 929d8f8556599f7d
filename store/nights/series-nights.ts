import type { HistoryLine, JudgedMeasure, NightLine, OutcomeLine } from './history-line.ts';
import type { Measure } from './measures.ts';

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
export const isSameBasis = (a: NightLine['basis'], b: NightLine['basis']): boolean =>
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
export const openSince = (nights: readonly SeriesNight[]): number => {
  const calm = nights.findLastIndex(
    (night) => night.isAccepted || (isValidNight(night) && night.alarmed.length === 0),
  );
  return calm + 1;
};
