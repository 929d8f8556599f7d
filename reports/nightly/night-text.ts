import { milliseconds } from '../load/load-table.ts';
import { painter, type Style } from '../console/paint.ts';
import { inLine } from '../../store/printable.ts';
import type { JudgedMeasure } from '../../store/nights/history-line.ts';
import type { Measure } from '../../store/nights/measures.ts';
import type { NightResult, NightVerdict, SeriesResult } from '../../store/nights/night-result.ts';

const STYLES: Readonly<Record<NightVerdict, Style>> = {
  PASS: 'green',
  FAIL: 'red',
  REGRESSION: 'red',
  INVALID: 'yellow',
  LEARNING: 'bold',
  ERROR: 'magenta',
};

/** What a measure is called. */
export const MEASURE_NAMES: Readonly<Record<Measure, string>> = {
  p50: 'p50',
  p95: 'p95',
  p99: 'p99',
  errorRate: 'errors',
};

/** `12 ms`, or `0.20 %` for a share of errors. */
export const measureText = (measure: Measure, value: number): string =>
  measure === 'errorRate' ? `${(value * 100).toFixed(2)} %` : milliseconds(value);

/** `+12 %`; a change from nothing has no share. */
export const changeText = (value: number, before: number): string => {
  if (before === 0) return value === 0 ? '±0 %' : 'from none';
  const percent = (value / before - 1) * 100;
  return `${percent < 0 ? '−' : '+'}${Math.abs(percent).toFixed(Math.abs(percent) < 10 ? 1 : 0)} %`;
};

/** A measure in one sentence: `p95 34 ms, +15 % on a median of 30 ms, limit 32 ms`. */
const judgedText = ({ measure, value, median, limit, drift }: JudgedMeasure): string => {
  const now = `${MEASURE_NAMES[measure]} ${measureText(measure, value)}`;
  if (median === null || limit === null) return now;
  if (drift)
    return `${now}, ${changeText(value, median)} on the accepted level of ${measureText(measure, median)}, from which the newest nights crept away, limit ${measureText(measure, limit)}`;
  return `${now}, ${changeText(value, median)} on a median of ${measureText(measure, median)}, limit ${measureText(measure, limit)}`;
};

/** The smallest changes that a series can show: `shows changes from p50 +9 %, p95 +12 %`; empty while it is learning. */
export const smallestText = (judged: readonly JudgedMeasure[]): string => {
  const each = judged
    .flatMap(({ measure, smallest, median }) => {
      if (smallest === null) return [];
      const amount =
        measure === 'errorRate' && median === 0
          ? `${(smallest * 100).toFixed(2)} %`
          : `+${Math.ceil(smallest * 100)} %`;
      return [`${MEASURE_NAMES[measure]} ${amount}`];
    })
    .join(', ');
  return each === '' ? '' : `shows changes from ${each}`;
};

/** What became of each suspicion of a series, a sentence each. */
export const suspicionTexts = ({ judged, outcome, series }: SeriesResult): readonly string[] =>
  judged.flatMap((each) => {
    if (each.state === 'ongoing')
      return [`${series}: ${judgedText(each)}; the alarm of ${each.since ?? 'before'} goes on`];
    if (each.state !== 'suspicious') return [];
    const settled = outcome?.measures.find(({ measure }) => measure === each.measure);
    const values = (settled?.values ?? []).map((value) => measureText(each.measure, value));
    const end =
      settled === undefined
        ? 'not settled, since no later runs were made'
        : `${settled.confirmed ? 'confirmed' : 'not confirmed'} by later runs (${values.join(', ')})`;
    return [`${series}: ${judgedText(each)}; ${end}`];
  });

const seriesLine = (result: SeriesResult, colour: boolean): string => {
  const { series, verdict, judged, nights, wanted } = result;
  const learned = verdict === 'LEARNING' ? `  ${nights} of ${wanted} nights` : '';
  const values = judged.map(({ measure, value }) =>
    `${MEASURE_NAMES[measure]} ${measureText(measure, value)}`.padEnd(14),
  );
  const smallest = smallestText(judged);
  const shows = smallest === '' ? '' : `  ${smallest}`;
  const word = painter(colour)(STYLES[verdict], verdict.padEnd(10));
  return `${series.padEnd(24)}${word}  ${values.join('')}${learned}${shows}`;
};

/** Everything that a night prints at its end; the verdict in the last line. */
export const renderNight = (result: NightResult, { colour = false } = {}): string => {
  const { verdict, meaning, series, reasons, notes, target, lasting } = result;
  const build = target.build === null ? '' : `, build ${target.build}`;
  const lines = [
    ...series.flatMap((each) => suspicionTexts(each)).map((each) => `! ${each}`),
    ...reasons.map((each) => `✗ ${each}`),
    ...[...lasting, ...notes].map((each) => `· ${each}`),
  ];
  const last = `nightly: ${painter(colour)(STYLES[verdict], verdict)}, ${meaning}; ${inLine(target.name, 80)}${inLine(build, 200)}, ${series.length} series`;
  return [
    ...series.map((each) => seriesLine(each, colour)),
    ...lines.map((each) => inLine(each, 600)),
    last,
  ].join('\n');
};
