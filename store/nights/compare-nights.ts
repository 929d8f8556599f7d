import { type NightLine, type Measure, MEASURES, measureOf } from './history-line.ts';

/** Percentiles of a sketch that are shown, with their indices among its 112 points. */
const SHOWN: readonly (readonly [percentile: number, point: number])[] = [
  ...[1, 10, 25, 50, 75, 90, 95, 99].map((each) => [each, each] as const),
  [99.5, 104],
  [99.9, 108],
];

/** Price requests beyond a percentile below which it is unreliable. */
const MIN_BEYOND = 10;

/** A value of both nights. */
export interface ComparedValue {
  readonly a: number;
  readonly b: number;
}

/** A series of two nights. */
export interface ComparedSeries {
  readonly series: string;
  readonly a: NightLine;
  readonly b: NightLine;
  readonly measures: readonly (ComparedValue & { readonly measure: Measure })[];
  readonly percentiles: readonly (ComparedValue & { readonly percentile: number })[];
  /** Names of the measuring conditions that differ; then a difference need not come from the service. */
  readonly changed: readonly string[];
}

/** Two nights, series by series. */
export interface ComparedNights {
  readonly series: readonly ComparedSeries[];
  /** Series of only one of them. */
  readonly onlyA: readonly string[];
  readonly onlyB: readonly string[];
}

const compareSeries = (a: NightLine, b: NightLine): ComparedSeries => {
  const count = Math.min(a.sketch?.count ?? 0, b.sketch?.count ?? 0);
  return {
    series: a.series,
    a,
    b,
    measures: MEASURES.flatMap((measure) => {
      const [one, other] = [measureOf(a, measure), measureOf(b, measure)];
      return one === undefined || other === undefined ? [] : [{ measure, a: one, b: other }];
    }),
    percentiles: SHOWN.flatMap(([percentile, point]) => {
      const [one, other] = [a.sketch?.points[point], b.sketch?.points[point]];
      const isEnough = percentile <= 95 || count * (1 - percentile / 100) >= MIN_BEYOND;
      return one === undefined || other === undefined || !isEnough
        ? []
        : [{ percentile, a: one, b: other }];
    }),
    changed: (Object.keys(a.basis) as (keyof typeof a.basis)[]).filter(
      (key) => a.basis[key] !== b.basis[key],
    ),
  };
};

/** Pairs the lines of two nights. */
export const compareNights = (a: readonly NightLine[], b: readonly NightLine[]): ComparedNights => {
  const named = new Map(b.map((line) => [line.series, line]));
  const known = new Set(a.map(({ series }) => series));
  return {
    series: a.flatMap((line) => {
      const other = named.get(line.series);
      return other ? [compareSeries(line, other)] : [];
    }),
    onlyA: a.filter(({ series }) => !named.has(series)).map(({ series }) => series),
    onlyB: b.filter(({ series }) => !known.has(series)).map(({ series }) => series),
  };
};

const WORTH = 0.05;

/** Change of a distribution in words: as a whole, in its tail, or in its middle. */
export const shapeText = ({ percentiles }: ComparedSeries): string => {
  const change = (from: number, to: number): number => {
    const own = percentiles.filter(({ percentile }) => percentile >= from && percentile <= to);
    const changes = own.map(({ a, b }) => (a === 0 ? 0 : b / a - 1)).toSorted((x, y) => x - y);
    return changes[Math.floor(changes.length / 2)] ?? 0;
  };
  const [middle, tail] = [change(10, 75), change(90, 100)];
  const way = (value: number): string => (value > 0 ? 'slower' : 'faster');
  if (Math.abs(middle) < WORTH && Math.abs(tail) < WORTH) return 'alike, within 5 %';
  if (Math.abs(middle) < WORTH) return `the tail is ${way(tail)}, the median is unchanged`;
  if (Math.abs(tail) < WORTH) return `the median is ${way(middle)}, the tail is unchanged`;
  return middle > 0 === tail > 0
    ? `the whole distribution is ${way(middle)}`
    : `the median is ${way(middle)}, the tail is ${way(tail)}`;
};
