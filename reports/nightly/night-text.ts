import { milliseconds } from '../load/load-table.ts';
import { painter, type Style } from '../console/paint.ts';
import { inlineText } from '../../store/printable.ts';
import type { JudgedMeasure, Measure } from '../../store/nights/history-line.ts';
import type {
  NightResult,
  NightVerdict,
  SeriesResult,
  TrendChange,
  Trend,
} from '../../store/nights/night-result.ts';
import { join } from 'node:path';
import { markdownTable, markdownText } from '../markdown.ts';
import { writeAtomically } from '../../store/atomic-write.ts';

const STYLES: Readonly<Record<NightVerdict, Style>> = {
  PASS: 'green',
  FAIL: 'red',
  REGRESSION: 'red',
  INVALID: 'yellow',
  LEARNING: 'bold',
  ERROR: 'magenta',
};

/** Display name of each measure. */
export const MEASURE_NAMES: Readonly<Record<Measure, string>> = {
  p50: 'p50',
  p95: 'p95',
  p99: 'p99',
  errorRate: 'errors',
};

/** Formats a value: `12 ms`, or `0.20 %` for an error rate. */
export const measureText = (measure: Measure, value: number): string =>
  measure === 'errorRate' ? `${(value * 100).toFixed(2)} %` : milliseconds(value);

/** Formats a change: `+12 %`. A change from zero has no percentage. */
export const changeText = (value: number, before: number): string => {
  if (before === 0) return value === 0 ? '±0 %' : 'from none';
  const percent = (value / before - 1) * 100;
  return `${percent < 0 ? '−' : '+'}${Math.abs(percent).toFixed(Math.abs(percent) < 10 ? 1 : 0)} %`;
};

/** Describes a measure: `p95 34 ms, +15 % against the median of 30 ms, limit 32 ms`. */
const judgedText = ({ measure, value, median, limit, drift }: JudgedMeasure): string => {
  const now = `${MEASURE_NAMES[measure]} ${measureText(measure, value)}`;
  if (median === null || limit === null) return now;
  if (drift)
    return `${now}, ${changeText(value, median)} against the accepted level of ${measureText(measure, median)}, from which the newest nights have drifted, limit ${measureText(measure, limit)}`;
  return `${now}, ${changeText(value, median)} against the median of ${measureText(measure, median)}, limit ${measureText(measure, limit)}`;
};

/** Smallest detectable changes of a series: `detects changes from p50 +9 %, p95 +12 %`; empty while it is learning. */
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
  return each === '' ? '' : `detects changes from ${each}`;
};

/** Result of each suspicion of a series, one sentence each. */
export const suspicionTexts = ({ judged, outcome, series }: SeriesResult): readonly string[] =>
  judged.flatMap((each) => {
    if (each.state === 'ongoing')
      return [
        `${series}: ${judgedText(each)}; the alarm of ${each.since ?? 'before'} is still open`,
      ];
    if (each.state !== 'suspicious') return [];
    const settled = outcome?.measures.find(({ measure }) => measure === each.measure);
    const values = (settled?.values ?? []).map((value) => measureText(each.measure, value));
    const end =
      settled === undefined
        ? 'not confirmed, since there were no further runs'
        : `${settled.confirmed ? 'confirmed' : 'not confirmed'} by further runs (${values.join(', ')})`;
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

/** Renders the end of a night; the last line is the verdict. */
export const renderNight = (result: NightResult, { colour = false } = {}): string => {
  const { verdict, meaning, series, reasons, notes, target, lasting } = result;
  const build = target.build === null ? '' : `, build ${target.build}`;
  const lines = [
    ...series.flatMap((each) => suspicionTexts(each)).map((each) => `! ${each}`),
    ...reasons.map((each) => `✗ ${each}`),
    ...[...lasting, ...notes].map((each) => `· ${each}`),
  ];
  const last = `nightly: ${painter(colour)(STYLES[verdict], verdict)}, ${meaning}; ${inlineText(target.name, 80)}${inlineText(build, 200)}, ${series.length} series`;
  return [
    ...series.map((each) => seriesLine(each, colour)),
    ...lines.map((each) => inlineText(each, 600)),
    last,
  ].join('\n');
};

const textOf = ({ nights }: Trend, { measure, night, before, after }: TrendChange): string => {
  const { at = '', build = null } = nights[night] ?? {};
  const since = build === null ? '' : `, build ${build}`;
  return `lasting change of ${MEASURE_NAMES[measure]} about ${at.slice(0, 10)}${since}: ${measureText(measure, before)} to ${measureText(measure, after)} (${changeText(after, before)})`;
};

/** Lasting changes of a series, one sentence each. */
export const lastingTexts = (trend: Trend): readonly string[] =>
  trend.changes.map((change) => textOf(trend, change));

/**
 * Lasting changes of a night's series, one sentence each, for users who never open the page. A change to an accepted
 * level is not repeated.
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

const row = ({ series, verdict, judged, nights, wanted }: SeriesResult): readonly string[] => [
  markdownText(series),
  verdict === 'LEARNING' ? `LEARNING (${nights} of ${wanted} nights)` : verdict,
  judged
    .map(({ measure, value }) => `${MEASURE_NAMES[measure]} ${measureText(measure, value)}`)
    .join(', '),
  smallestText(judged),
];

/** Notice of a night for chat or mail, in Markdown; texts from the service are escaped. */
const nightNotice = (result: NightResult): string => {
  const { verdict, meaning, target, series, reasons, notes, lasting, at } = result;
  const build = target.build === null ? '' : `, build ${markdownText(target.build)}`;
  const items = [
    ...series.flatMap((each) => suspicionTexts(each)),
    ...reasons,
    ...lasting,
    ...notes,
  ];
  return (
    [
      `## ${markdownText(target.name)}: ${verdict}`,
      `${meaning[0]?.toUpperCase()}${meaning.slice(1)}. Night of ${at.slice(0, 16).replace('T', ' ')} UTC, profile ${markdownText(result.profile)}${build}.`,
      ...(items.length === 0 ? [] : [items.map((each) => `- ${markdownText(each)}`).join('\n')]),
      ...(series.length === 0
        ? []
        : [markdownTable(['Series', 'Verdict', 'Tonight', 'Sensitivity'], series.map(row))]),
    ].join('\n\n') + '\n'
  );
};

/** Writes nightly.json and nightly.md into an existing folder, for a step that sends them. */
export const writeNightNotice = (folder: string, result: NightResult): void => {
  writeAtomically(join(folder, 'nightly.json'), `${JSON.stringify(result, null, 2)}\n`);
  writeAtomically(join(folder, 'nightly.md'), nightNotice(result));
};
