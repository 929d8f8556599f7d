import { changePoints, WINDOW } from '../regression/change-points.ts';
import { basisChanges, type SeriesNight, seriesNights } from '../../store/nights/series-nights.ts';
import { type HistoryLine, MEASURES } from '../../store/nights/history-line.ts';
import {
  judgedOn,
  type Trend,
  type TrendChange,
  type TrendNight,
} from '../../store/nights/night-result.ts';

const trendNight = (
  { line, outcome, isAccepted }: SeriesNight,
  before: SeriesNight | undefined,
): TrendNight => ({
  runId: line.runId,
  at: line.at,
  build: line.target.build,
  verdict: line.verdict,
  judged: line.judged,
  confirmed: (outcome?.measures ?? []).flatMap(({ measure, confirmed }) =>
    confirmed ? [measure] : [],
  ),
  movedFrom:
    before === undefined || before.line.target.address === line.target.address
      ? undefined
      : before.line.target.address,
  changed: before === undefined ? [] : basisChanges([before], line.basis),
  ...(isAccepted && { accepted: true }),
});

/** Lasting changes of every measure since the series began, on valid nights. */
const changesIn = (nights: readonly TrendNight[]): readonly TrendChange[] => {
  const begun = nights.findLastIndex(({ changed }) => changed.length > 0);
  return MEASURES.flatMap((measure) => {
    // A test for means cannot detect a change from one error in a thousand to two.
    if (measure === 'errorRate') return [];
    const known = nights.flatMap((night, index) => {
      const judged = judgedOn(night, measure);
      return judged && index >= begun ? [{ index, value: judged.value }] : [];
    });
    return changePoints(known.map(({ value }) => value)).map(({ index, before, after }) => ({
      measure,
      night: known[index]?.index ?? 0,
      before,
      after,
    }));
  });
};

/** The trend of every series over its newest 90 nights. */
export const nightTrends = (lines: readonly HistoryLine[]): readonly Trend[] =>
  [...seriesNights(lines)].map(([series, all]) => {
    const nights = all.map((night, index) => trendNight(night, all[index - 1])).slice(-WINDOW);
    return { series, nights, changes: changesIn(nights) };
  });
