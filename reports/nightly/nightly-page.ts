import { element, type Part, shown } from '../page/element.ts';
import { scrollTable } from '../page/scroll-table.ts';
import type { JudgedMeasure } from '../../store/nights/history-line.ts';
import { type Measure, MEASURES } from '../../store/nights/measures.ts';
import type { NightResult, SeriesResult } from '../../store/nights/night-result.ts';
import { lastingTexts } from './lasting-changes.ts';
import { MEASURE_NAMES, measureText, smallestText, suspicionTexts } from './night-text.ts';
import { dotOf, judgedOn, type Trend, type TrendNight } from '../../store/nights/night-trend.ts';
import { pageShell } from './page-shell.ts';
import { trendChart } from './trend-chart.ts';

const list = (items: readonly string[]): readonly Part[] =>
  items.length === 0
    ? []
    : [
        element(
          'ul',
          {},
          items.map((item) => element('li', {}, shown(item, 600))),
        ),
      ];

const NAMES: Readonly<Record<Measure, string>> = {
  ...MEASURE_NAMES,
  p50: 'p50, half of the requests',
  p95: 'p95, all but the slowest twentieth',
  p99: 'p99, all but the slowest hundredth',
  errorRate: 'share of errors',
};

const charts = (trend: Trend): Part =>
  element(
    'div',
    { class: 'charts' },
    MEASURES.filter((measure) => trend.nights.some((night) => judgedOn(night, measure))).map(
      (measure) =>
        element(
          'figure',
          {},
          element('figcaption', {}, NAMES[measure]),
          trendChart(trend, measure),
        ),
    ),
  );

const WORDS = { suspicious: 'not confirmed', confirmed: 'worse', ongoing: 'still worse' } as const;

const saidOf = (night: TrendNight): string => {
  const alarms = night.judged.flatMap((judged: JudgedMeasure) => {
    const kind = dotOf(night, judged);
    return kind === 'calm' || kind === 'learning'
      ? []
      : [`${MEASURE_NAMES[judged.measure]} ${WORDS[kind]}`];
  });
  const renewed = night.changed.length === 0 ? [] : [`new series: ${night.changed.join(', ')}`];
  const moved = night.movedFrom === undefined ? [] : [`moved from ${night.movedFrom}`];
  const verdict = night.verdict === 'PASS' ? [] : [night.verdict];
  return [...verdict, ...alarms, ...renewed, ...moved].join('; ');
};

const row = (night: TrendNight): Part =>
  element(
    'tr',
    {},
    element('td', {}, night.at.slice(0, 16).replace('T', ' ')),
    MEASURES.map((measure) => {
      const judged = judgedOn(night, measure);
      return element('td', {}, judged ? measureText(measure, judged.value) : '–');
    }),
    element('td', {}, shown(night.build ?? '–', 60)),
    element('td', { class: 'said' }, shown(saidOf(night), 300)),
    element('td', {}, night.runId),
  );

const HEADS = ['Night', ...MEASURES.map((measure) => MEASURE_NAMES[measure]), 'Build', '', 'Run'];

const table = ({ nights, series }: Trend): Part =>
  element(
    'details',
    {},
    element('summary', {}, `${nights.length} nights as a table, the newest first`),
    scrollTable(`Nights of ${series}`, {
      class: 'nights',
      heads: HEADS,
      rows: nights.toReversed().map(row),
    }),
  );

const sensitivity = ({ judged, nights, wanted }: SeriesResult): string =>
  smallestText(judged).replace(/^s/, 'S') || `Compared with ${nights} of ${wanted} nights.`;

const section = (trend: Trend, result: NightResult): Part => {
  const tonight = result.series.find(({ series }) => series === trend.series);
  return element(
    'section',
    {},
    element(
      'h2',
      {},
      trend.series,
      tonight && element('span', { class: `tag ${tonight.verdict}` }, tonight.verdict),
    ),
    list([...(tonight ? suspicionTexts(tonight) : []), ...lastingTexts(trend)]),
    tonight && element('p', { class: 'muted' }, sensitivity(tonight)),
    charts(trend),
    table(trend),
  );
};

const LEGEND =
  'A dot is a night. The band goes from the median of the 14 nights before up to the limit. Filled red: worse, confirmed by later runs; red ring: the alarm goes on; amber ring: suspicious, not confirmed; cross: the night says nothing. Dashed violet: a lasting change, which is advice and no verdict; dotted: a new series begins.';

/** The page of the nights: tonight's verdict, and the trend of every series. */
export const nightlyPage = (result: NightResult, trends: readonly Trend[]): string => {
  const { target, verdict, meaning, at, profile, reasons, notes } = result;
  const build = target.build === null ? '' : `, build ${target.build}`;
  const main = element(
    'main',
    {},
    element('h1', {}, `${shown(target.name, 200)}, night by night`),
    element('p', { class: `verdict ${verdict}` }, verdict),
    element('p', {}, meaning),
    element(
      'p',
      { class: 'muted' },
      shown(`${at.slice(0, 16).replace('T', ' ')} UTC, profile ${profile}${build}`, 400),
    ),
    list(reasons),
    list(notes),
    element('p', { class: 'muted' }, LEGEND),
    trends.map((trend) => section(trend, result)),
  );
  return pageShell(`${shown(target.name, 100)}, nightly: ${verdict}`, main);
};
