import { s } from 'hastscript';
import type { Exchange } from '../../spec/exchange.ts';
import { LINE_TITLES } from '../../spec/line.ts';
import { OPERATIONS, operation } from '../../spec/operations.ts';
import type { RunRecord } from '../../store/run-record.ts';
import { type Content, element, type Part, plainRow, scrollTable, shown } from './element.ts';
import type { PageSource } from './page-head.ts';

/** Number of intervals into which the run is divided. */
const BINS = 120;
/** Height of the strip, in units of its drawing. */
const HEIGHT = 60;

/** Kinds of answers, in the order in which they are stacked, with the class of their colour. */
const KINDS = [
  { name: 'accepted', style: 'good' },
  { name: 'refused (4xx)', style: 'muted' },
  { name: 'server error or no answer', style: 'bad' },
] as const;

const kindOf = ({ response }: Exchange): number => {
  const status = response?.status ?? 599;
  return status < 400 ? 0 : status < 500 ? 1 : 2;
};

interface Span {
  readonly from: number;
  readonly until: number;
}

const spanOf = ({ at, timings }: Exchange): Span => {
  const from = Date.parse(at);
  return { from, until: from + timings.total };
};

/** One interval of the run: answers by kind, and the mean number of requests under way. */
interface Bin {
  readonly answers: [number, number, number];
  underWay: number;
}

const binsOf = (exchanges: readonly Exchange[], whole: Span): readonly Bin[] => {
  const width = Math.max(1, whole.until - whole.from) / BINS;
  const bins = Array.from({ length: BINS }, (): Bin => ({ answers: [0, 0, 0], underWay: 0 }));
  const placeOf = (time: number): number =>
    Math.min(BINS - 1, Math.floor((time - whole.from) / width));
  for (const exchange of exchanges) {
    const { from, until } = spanOf(exchange);
    const end = bins[placeOf(until)];
    if (end) end.answers[kindOf(exchange)] = (end.answers[kindOf(exchange)] ?? 0) + 1;
    for (let at = placeOf(from); at <= placeOf(until); at += 1) {
      const bin = bins[at];
      const begin = whole.from + at * width;
      if (bin)
        bin.underWay += Math.max(0, Math.min(until, begin + width) - Math.max(from, begin)) / width;
    }
  }
  return bins;
};

const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`;

const strip = (bins: readonly Bin[], words: string): Part => {
  const most = Math.max(1, ...bins.map(({ answers }) => answers[0] + answers[1] + answers[2]));
  const mostUnderWay = Math.max(1, ...bins.map(({ underWay }) => underWay));
  const bars = bins.flatMap(({ answers }, at) => {
    let top = HEIGHT;
    return answers.flatMap((count, kind) => {
      const height = (count / most) * HEIGHT;
      top -= height;
      const place = { x: at, y: top.toFixed(2), width: 0.9, height: height.toFixed(2) };
      return count === 0 ? [] : [s('rect', { ...place, class: KINDS[kind]?.style ?? '' })];
    });
  });
  const line = bins
    .map(({ underWay }, at) => {
      const y = HEIGHT - (underWay / mostUnderWay) * (HEIGHT - 1);
      return `${at + 0.5},${y.toFixed(2)}`;
    })
    .join(' ');
  return s(
    'svg',
    {
      class: 'strip',
      viewBox: `0 0 ${BINS} ${HEIGHT}`,
      preserveAspectRatio: 'none',
      role: 'img',
      'aria-label': words,
    },
    ...bars,
    s('polyline', { points: line }),
  );
};

/** Bars of the suites, by the first part of the names of their probes. */
const lanes = (exchanges: readonly Exchange[], whole: Span): readonly Part[] => {
  const spans = new Map<string, Span & { count: number }>();
  for (const exchange of exchanges) {
    const [suite = ''] = exchange.test.split('/');
    const own = spanOf(exchange);
    const known = spans.get(suite) ?? { ...own, count: 0 };
    spans.set(suite, {
      from: Math.min(known.from, own.from),
      until: Math.max(known.until, own.until),
      count: known.count + 1,
    });
  }
  const length = Math.max(1, whole.until - whole.from);
  return [...spans]
    .toSorted(([, one], [, other]) => one.from - other.from)
    .map(([suite, { from, until, count }]) => {
      const left = ((from - whole.from) / length) * 100;
      const width = Math.max(0.5, ((until - from) / length) * 100);
      const place = `margin-left: ${left.toFixed(1)}%; width: ${Math.min(width, 100 - left).toFixed(1)}%`;
      return plainRow([
        shown(suite, 60),
        count.toLocaleString('en-GB'),
        seconds(from - whole.from),
        seconds(until - from),
        element('span', { class: 'lane-bar' }, element('span', { style: place })),
      ]);
    });
};

const latencyRows = (
  { latency = {}, lines }: Pick<RunRecord, 'latency' | 'lines'>,
  before: RunRecord['latency'],
): readonly Part[] =>
  OPERATIONS.flatMap(({ id }) => {
    const own = latency[id];
    const { line, name } = operation(id);
    if (!own || !lines.includes(line)) return [];
    const past = before?.[id];
    const cells: readonly Content[] = [
      `${LINE_TITLES[line]} ${name}`,
      own.answers.toLocaleString('en-GB'),
      `${own.p50} ms`,
      past ? `${past.p50} ms` : '–',
      `${own.p95} ms`,
      past ? `${past.p95} ms` : '–',
    ];
    return [plainRow(cells)];
  });

const summaryWords = (
  exchanges: readonly Exchange[],
  bins: readonly Bin[],
  whole: Span,
): string => {
  const counts = KINDS.map(({ name }, kind) => {
    const count = exchanges.filter((each) => kindOf(each) === kind).length;
    return `${count.toLocaleString('en-GB')} ${name}`;
  });
  const most = Math.max(...bins.map(({ underWay }) => underWay));
  return `${seconds(whole.until - whole.from)}: ${counts.join(', ')}; line: requests under way, ${most.toFixed(0)} at most`;
};

/** The run over time: answers and requests under way, its suites, and the latency of each operation beside the run before. */
export const timingSection = ({ record, exchanges, since }: PageSource): Part | undefined => {
  const spans = exchanges.map(spanOf);
  if (spans.length === 0) return undefined;
  const whole = spans.reduce((all, each) => ({
    from: Math.min(all.from, each.from),
    until: Math.max(all.until, each.until),
  }));
  const bins = binsOf(exchanges, whole);
  const words = summaryWords(exchanges, bins, whole);
  const past = since?.latency ? ` Before: ${since.run}.` : '';
  return element(
    'details',
    { class: 'rest timing' },
    element('summary', element('b', 'Timing'), ` ${seconds(whole.until - whole.from)}`),
    element('p', { class: 'muted' }, words),
    strip(bins, words),
    scrollTable('Suites', {
      class: 'words',
      heads: ['Suite', 'Requests', 'Begins after', 'Lasts', ''],
      rows: lanes(exchanges, whole),
    }),
    element(
      'p',
      { class: 'muted' },
      `Latency under the load of the run itself, which is no load test.${past}`,
    ),
    scrollTable('Latency', {
      class: 'words',
      heads: ['Operation', 'Answers', 'p50', 'before', 'p95', 'before'],
      rows: latencyRows(record, since?.latency),
    }),
  );
};
