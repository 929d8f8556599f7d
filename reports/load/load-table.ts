import { inlineText } from '../../store/printable.ts';
import { LINE_TITLES } from '../../spec/line.ts';
import { painter, type Style } from '../console/paint.ts';
import type { LoadRecord, LoadSeries } from '../../store/load/load-record.ts';

/** Formats milliseconds: `9 ms`, `0.8 ms`, `1.2 s`, or a dash for null. */
export const milliseconds = (value: number | null): string => {
  if (value === null) return '–';
  if (value >= 10_000) return `${(value / 1000).toFixed(1)} s`;
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`;
};

/** Number of price requests without an answer. */
const unansweredIn = ({ unanswered }: LoadSeries): number =>
  Object.values(unanswered).reduce((sum, count) => sum + count, 0);

/** Columns of a table of series: p99.9 only if some row has enough samples, `no answer` only if there were any. */
export const seriesColumns = (
  all: readonly LoadSeries[],
): readonly (readonly [
  title: string,
  text: (series: LoadSeries) => string,
  bad?: (series: LoadSeries) => boolean,
])[] => [
  ['requests', ({ requests }) => String(requests)],
  ['rate', ({ rate }) => `${rate.toFixed(1)}/s`],
  ['p50', ({ p50 }) => milliseconds(p50)],
  ['p95', ({ p95 }) => milliseconds(p95)],
  ['p99', ({ p99 }) => milliseconds(p99)],
  ...(all.some(({ p999 }) => p999 !== null)
    ? [['p99.9', ({ p999 }: LoadSeries) => milliseconds(p999)] as const]
    : []),
  ['errors', ({ errors }) => String(errors), ({ errors }) => errors > 0],
  ...(all.some((series) => unansweredIn(series) > 0)
    ? [
        [
          'no answer',
          (series: LoadSeries) => String(unansweredIn(series)),
          (series: LoadSeries) => unansweredIn(series) > 0,
        ] as const,
      ]
    : []),
  ['judged', ({ judged }) => String(judged)],
  ['wrong', ({ wrong }) => String(wrong), ({ wrong }) => wrong > 0],
];

/** Named series. */
export type SeriesRows = readonly (readonly [string, LoadSeries])[];

/** One row per line, and one per step. */
export const lineRows = (lines: LoadRecord['lines']): SeriesRows =>
  lines.map((line) => [LINE_TITLES[line.line], line]);
/** Table rows by step and line. */
export const stepRows = (steps: LoadRecord['steps']): SeriesRows =>
  steps.map((each) => [`${each.step}: ${Number(each.wantedRate.toFixed(1))}/s`, each]);

const FIRST = 12;
const WIDTH = 11;

const table = (head: string, rows: SeriesRows, colour: boolean): readonly string[] => {
  const paint = painter(colour);
  const columns = seriesColumns(rows.map(([, series]) => series));
  const titles = columns.map(([title]) => title.padStart(WIDTH)).join('');
  return [
    paint('bold', head.padEnd(FIRST) + titles),
    ...rows.map(([name, series]) => {
      const cells = columns.map(([, text, bad]) => {
        const cell = text(series).padStart(WIDTH);
        return bad?.(series) ? paint('red', cell) : cell;
      });
      return name.padEnd(FIRST) + cells.join('');
    }),
  ];
};

const STYLES: Readonly<Record<LoadRecord['verdict'], Style>> = {
  PASS: 'green',
  FAIL: 'red',
  INVALID: 'yellow',
  INCONCLUSIVE: 'yellow',
  ERROR: 'magenta',
};

const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** Last line of a load run: `load: PASS, 4 lines, 812 requests, p95 9 ms, 812 judged in full, 0 wrong answers`. */
export const loadSummary = (record: LoadRecord, colour = false): string => {
  const sum = (key: 'requests' | 'judged' | 'wrong'): number =>
    record.lines.reduce((total, line) => total + line[key], 0);
  const wrong = Math.max(
    sum('wrong'),
    record.wrong.reduce((total, kind) => total + kind.count, 0),
  );
  // Prices before the load and the warm-up are judged as well.
  const measured = wrong > sum('wrong') ? `, ${sum('wrong')} of them to measured requests` : '';
  const { capacity, overall } = record;
  const parts = [
    painter(colour)(STYLES[record.verdict], record.verdict),
    plural(record.lines.length, 'line'),
    plural(sum('requests'), 'request'),
    ...(capacity?.held ? [`capacity ${Number(capacity.held.toFixed(1))} per second`] : []),
    ...(overall ? [`p95 ${milliseconds(overall.points[95] ?? null)}`] : []),
    `${sum('judged')} judged in full`,
    plural(wrong, 'wrong answer') + measured,
  ];
  return `load: ${parts.join(', ')}`;
};

/** Characters of a reason or note, which may quote a service. */
const LONGEST = 600;

/** Renders the end of a load run: tables, capacity, reasons, notes, and the summary as the last line. */
export const renderLoad = (record: LoadRecord, { colour = false } = {}): string => {
  const [lines, steps] = [lineRows(record.lines), stepRows(record.steps)];
  const plateaus = (record.capacity?.plateaus ?? []).map(
    ({ rate, held, reasons, p95 }) =>
      `  ${Number(rate.toFixed(1))} per second: ${held ? 'held' : `did not hold: ${inlineText(reasons[0] ?? '', LONGEST)}`}, p95 ${milliseconds(p95)}`,
  );
  return [
    ...(lines.length > 0 ? table('Line', lines, colour) : []),
    ...(steps.length > 0 ? ['', ...table('Step', steps, colour)] : []),
    ...(plateaus.length > 0 ? ['', 'Capacity', ...plateaus] : []),
    '',
    ...record.reasons.map(
      (reason) => `${painter(colour)(STYLES[record.verdict], '✗')} ${inlineText(reason, LONGEST)}`,
    ),
    ...record.notes.map((note) => `· ${inlineText(note, LONGEST)}`),
    loadSummary(record, colour),
  ].join('\n');
};
