import { inlineText } from '../../store/printable.ts';
import {
  hasOpenAlarm,
  isValidNight,
  opensAlarm,
  type SeriesNight,
  seriesNights,
} from '../../store/nights/series-nights.ts';
import type { HistoryLine } from '../../store/nights/history-line.ts';
import { MEASURE_NAMES, measureText } from '../../reports/nightly/night-text.ts';
import { movesIn, placedNights, targetText } from '../../store/nights/moved-nights.ts';
import { nightsKnown } from '../../load/nights/night-lines.ts';

const row = (series: string, nights: readonly SeriesNight[]): string => {
  const [first, last] = [nights[0]?.line, nights.at(-1)?.line];
  if (first === undefined || last === undefined) return series.padEnd(24);
  const valid = nights.filter((night) => isValidNight(night)).length;
  const days = `${first.at.slice(0, 10)} to ${last.at.slice(0, 10)}`;
  const alarms = nights.filter((night) => opensAlarm(night)).length;
  const values = last.judged.map(
    ({ measure, value }) => `${MEASURE_NAMES[measure]} ${measureText(measure, value)}`,
  );
  return inlineText(
    [
      series.padEnd(24),
      `${nights.length} nights`.padEnd(11),
      `${valid} valid`.padEnd(10),
      `${nightsKnown(last, nights)} of 14 required nights`.padEnd(25),
      `${alarms} ${alarms === 1 ? 'alarm' : 'alarms'}${hasOpenAlarm(nights) ? ', open' : ''}`.padEnd(
        15,
      ),
      days,
      `  ${values.join(', ')}`,
    ].join(' '),
    240,
  );
};

/** Contents of a history, one line per series. */
export const historyTable = (lines: readonly HistoryLine[]): readonly string[] =>
  [...seriesNights(lines)].map(([series, nights]) => row(series, nights));

/** Current address of the service, and one sentence per recorded move. */
export const moveTexts = (lines: readonly HistoryLine[]): readonly string[] => {
  const places = new Set(
    placedNights(lines).map(({ line, address }) => targetText(line.target.name, address)),
  );
  const moves = Map.groupBy(
    movesIn(lines),
    ({ at, from, to, reason }) => `moved on ${at.slice(0, 10)} from ${from} to ${to}: ${reason}`,
  );
  return [
    `nights of ${[...places].join(', ')}`,
    ...[...moves].map(([text, own]) => `${text} (${own.map(({ series }) => series).join(', ')})`),
  ].map((text) => inlineText(text, 400));
};
