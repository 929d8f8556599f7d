import { bullets, element, type Part, shown, scrollTable } from '../page/element.ts';
import { type JudgedMeasure, type Measure, MEASURES } from '../../store/nights/history-line.ts';
import {
  type NightResult,
  type SeriesResult,
  dotOf,
  judgedOn,
  type Trend,
  type TrendNight,
} from '../../store/nights/night-result.ts';
import {
  lastingTexts,
  MEASURE_NAMES,
  measureText,
  smallestText,
  suspicionTexts,
} from './night-text.ts';
import { trendChart } from './trend-chart.ts';
import { pageDocument, PAGE_STYLE } from '../page/page-document.ts';

/** Page of nights: one file without a script, which requests nothing from other hosts. */
export const pageShell = (title: string, main: Part): string =>
  pageDocument({ title, style: PAGE_STYLE + NIGHTLY_STYLE, main });

/** Style of nightly pages, in addition to that of the conformance page. */
const NIGHTLY_STYLE = `
section { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 4px 16px 12px; margin: 16px 0; }
section h2 { margin: 12px 0 4px; } .tag { font-size: .85rem; border: 1px solid currentColor; border-radius: 999px; padding: 1px 10px; margin-left: 8px; font-weight: 600; white-space: nowrap; }
.charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 440px), 1fr)); gap: 8px 24px; }
figure { margin: 8px 0 0; min-width: 0; } .beside { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 340px), 1fr)); gap: 8px 32px; align-items: start; } figcaption { font-weight: 600; font-size: .9rem; }
svg { display: block; width: 100%; height: auto; } svg text { font: 11px system-ui, sans-serif; fill: var(--muted); }
.grid { stroke: var(--line); fill: none; } .band { fill: var(--link); fill-opacity: .16; } .trend { stroke: var(--muted); fill: none; stroke-width: 1.2; }
svg .calm, svg .learning { fill: var(--link); } svg .learning { fill-opacity: .45; }
svg .suspicious { fill: var(--card); stroke: var(--warn); stroke-width: 2; } svg .confirmed { fill: var(--bad); } svg .ongoing { fill: var(--card); stroke: var(--bad); stroke-width: 2; }
svg .invalid { stroke: var(--warn); fill: none; stroke-width: 1.4; } svg .change { stroke: var(--violet); stroke-dasharray: 5 4; stroke-width: 1.6; fill: none; } svg .renewed { stroke: var(--muted); stroke-dasharray: 2 3; fill: none; }
svg .one { stroke: var(--link); fill: none; stroke-width: 2; } svg .other { stroke: var(--bad); fill: none; stroke-width: 2; stroke-dasharray: 6 3; }
svg text.key-one { fill: var(--link); } svg text.key-other { fill: var(--bad); }
.PASS { color: var(--good); } .FAIL, .REGRESSION { color: var(--bad); } .INVALID, .LEARNING { color: var(--warn); } .ERROR { color: var(--violet); }
.nights td, .nights th { text-align: right; font-weight: 400; font-variant-numeric: tabular-nums; white-space: nowrap; width: auto; min-width: 0; } .nights td:first-child, .nights th:first-child, .nights td.said { text-align: left; }
.nights td.said { white-space: normal; min-width: 180px; } section details { border: 0; padding: 0; }
@media (max-width: 600px) { svg text { font-size: 14px; } }
`;

const list = (items: readonly string[]): Part | undefined =>
  items.length === 0 ? undefined : bullets(items.map((item) => shown(item, 600)));

const NAMES: Readonly<Record<Measure, string>> = {
  ...MEASURE_NAMES,
  p50: 'p50, median of the requests',
  p95: 'p95, all but the slowest 5 %',
  p99: 'p99, all but the slowest 1 %',
  errorRate: 'error rate',
};

const charts = (trend: Trend): Part =>
  element(
    'div',
    { class: 'charts' },
    MEASURES.filter((measure) => trend.nights.some((night) => judgedOn(night, measure))).map(
      (measure) =>
        element('figure', element('figcaption', NAMES[measure]), trendChart(trend, measure)),
    ),
  );

const WORDS = { suspicious: 'not confirmed', confirmed: 'worse', ongoing: 'still worse' } as const;

const noteOf = (night: TrendNight): string => {
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
    element('td', night.at.slice(0, 16).replace('T', ' ')),
    MEASURES.map((measure) => {
      const judged = judgedOn(night, measure);
      return element('td', judged ? measureText(measure, judged.value) : '–');
    }),
    element('td', shown(night.build ?? '–', 60)),
    element('td', { class: 'said' }, shown(noteOf(night), 300)),
    element('td', night.runId),
  );

const HEADS = ['Night', ...MEASURES.map((measure) => MEASURE_NAMES[measure]), 'Build', '', 'Run'];

const table = ({ nights, series }: Trend): Part =>
  element(
    'details',
    element('summary', `${nights.length} nights as a table, the newest first`),
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
    element(
      'h2',
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
  'Each dot is a night. The band ranges from the median of the previous 14 nights to the limit. Filled red: worse, confirmed by further runs; red ring: the alarm is still open; amber ring: suspicious, not confirmed; cross: invalid night. Dashed violet: a lasting change (advice, not a verdict); dotted: a new series begins.';

/** Page of the nights: tonight's verdict, and the trend of every series. */
export const nightlyPage = (result: NightResult, trends: readonly Trend[]): string => {
  const { target, verdict, meaning, at, profile, reasons, notes } = result;
  const build = target.build === null ? '' : `, build ${target.build}`;
  const main = element(
    'main',
    element('h1', `${shown(target.name, 200)}, night by night`),
    element('p', { class: `verdict ${verdict}` }, verdict),
    element('p', meaning),
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
