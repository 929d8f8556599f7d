import { NIGHTS_WANTED } from '../regression/baseline.ts';
import { judgeNight, NEWEST } from '../regression/judge-night.ts';
import { smallestChange } from '../regression/smallest-change.ts';
import { anchorNights, baselineNights, openAlarm } from '../../store/nights/baseline-nights.ts';
import type { JudgedMeasure, NightLine } from '../../store/nights/history-line.ts';
import { type Measure, MEASURES, measureOf } from '../../store/nights/measures.ts';
import type { SeriesNight } from '../../store/nights/series-nights.ts';
import { rounded } from './night-lines.ts';

const UNKNOWN = { median: null, limit: null, smallest: null } as const;

const judgedMeasure = (
  line: NightLine,
  nights: readonly SeriesNight[],
  measure: Measure,
  confirming: number,
): JudgedMeasure | undefined => {
  const exact = measureOf(line, measure);
  if (exact === undefined) return undefined;
  const valuesOf = (own: readonly SeriesNight[]): readonly number[] =>
    own.flatMap((night) => measureOf(night.line, measure) ?? []);
  const before = valuesOf(baselineNights(nights, line.basis, measure));
  const { anchor, age, level } = anchorNights(nights, line.basis, measure);
  const value = rounded(exact);
  const { requests } = line.counts;
  const ofErrors = measure === 'errorRate' ? { requests } : {};
  const judgement = judgeNight({
    value,
    before,
    ...ofErrors,
    anchor: { values: valuesOf(anchor), age },
    newest: valuesOf(level.slice(1 - NEWEST)),
  });
  if (judgement.state === 'learning') return { measure, value, state: 'learning', ...UNKNOWN };
  const known = {
    measure,
    value,
    median: rounded(judgement.median),
    limit: rounded(judgement.limit),
    smallest: rounded(smallestChange(judgement, confirming)),
    ...(judgement.drift ? { drift: true as const } : {}),
  };
  const since = openAlarm(nights, line.basis, measure);
  return judgement.state === 'suspicious' && since !== undefined
    ? { ...known, state: 'ongoing', since }
    : { ...known, state: judgement.state };
};

/** Judges tonight's line of a series by the nights before. An alarm that is open is no new suspicion. */
export const judgeLine = (
  line: NightLine,
  nights: readonly SeriesNight[],
  confirming: number,
): NightLine => ({
  ...line,
  judged: MEASURES.flatMap((measure) => judgedMeasure(line, nights, measure, confirming) ?? []),
});

/** How many nights a line is compared with, of those that it takes. */
export const nightsKnown = (line: NightLine, nights: readonly SeriesNight[]): number =>
  Math.min(NIGHTS_WANTED, baselineNights(nights, line.basis).length);
