import { changeText, MEASURE_NAMES, measureText } from './night-text.ts';
import type { Trend, TrendChange } from '../../store/nights/night-trend.ts';

const textOf = ({ nights }: Trend, { measure, night, before, after }: TrendChange): string => {
  const { at = '', build = null } = nights[night] ?? {};
  const since = build === null ? '' : `, build ${build}`;
  return `lasting change of ${MEASURE_NAMES[measure]} about ${at.slice(0, 10)}${since}: ${measureText(measure, before)} to ${measureText(measure, after)} (${changeText(after, before)})`;
};

/** The lasting changes of a series, a sentence each. */
export const lastingTexts = (trend: Trend): readonly string[] =>
  trend.changes.map((change) => textOf(trend, change));

/**
 * The lasting changes of the series of a night, a sentence each with its series: advice, for those who never open the page. A
 * change to a level that a person accepted is not told again.
 */
export const openChanges = (
  trends: readonly Trend[],
  series: readonly { readonly series: string }[],
): readonly string[] => {
  const tonight = new Set(series.map((each) => each.series));
  return trends
    .filter((trend) => tonight.has(trend.series))
    .flatMap((trend) =>
      trend.changes
        .filter(({ night }) => trend.nights.slice(night).every(({ accepted }) => !accepted))
        .map((change) => `${trend.series}: ${textOf(trend, change)}`),
    );
};
