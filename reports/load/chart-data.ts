import { LINE_TITLES } from '../../spec/line.ts';
import type { LoadRecord } from '../../store/load/load-record.ts';

/** Columns of one chart: the first is x. Null: no value there. */
export interface ChartData {
  readonly names: readonly string[];
  readonly columns: readonly (readonly (number | null)[])[];
}

/** What the charts of a page show. */
export interface ChartsData {
  /** Milliseconds over seconds since the start: median, p95 and maximum of the sample, by window. */
  readonly latency: ChartData;
  /** Milliseconds over nines (-log10 of the share above), one series a line. */
  readonly distribution: ChartData;
  /** Per cent over seconds since the start: CPU of the generator, and CPU taken by other machines. */
  readonly generator: ChartData;
}

const WINDOWS = 60;

const quantile = (ascending: readonly number[], share: number): number | null =>
  ascending[Math.min(ascending.length - 1, Math.floor(ascending.length * share))] ?? null;

/** Points with a latency: those of an answer that is no error. */
const answeredIn = ({ points }: LoadRecord) =>
  points.flatMap(({ at, ms, status }) =>
    ms !== null && status > 0 && status < 400 ? [{ at, ms }] : [],
  );

const latencyOf = (record: LoadRecord): ChartData => {
  const points = answeredIn(record);
  const { points: all } = record;
  // The time without answers is shown, too.
  const start = Math.min(...all.map(({ at }) => at));
  const end = Math.max(...all.map(({ at }) => at));
  const width = Math.max(1000, (end - start + 1) / WINDOWS);
  const windows: number[][] = [];
  for (const { at } of all) windows[Math.floor((at - start) / width)] ??= [];
  for (const { at, ms } of points) (windows[Math.floor((at - start) / width)] ??= []).push(ms);
  const seconds: number[] = [];
  const [median, p95, most]: (number | null)[][] = [[], [], []];
  for (let index = 0; index < windows.length; index += 1) {
    const window = windows[index];
    // Nothing was asked then.
    if (!window) continue;
    const ascending = window.toSorted((a, b) => a - b);
    seconds.push(((index + 0.5) * width) / 1000);
    median?.push(quantile(ascending, 0.5));
    p95?.push(quantile(ascending, 0.95));
    most?.push(ascending.at(-1) ?? null);
  }
  return {
    names: ['p50', 'p95', 'slowest'],
    columns: [seconds, median ?? [], p95 ?? [], most ?? []],
  };
};

/** Percentiles of the points of a sketch but for its minimum and maximum, which have no place on a scale of nines. */
const WHOLE = Array.from({ length: 99 }, (_, index) => index + 1);
const PERCENTILES = WHOLE.concat(
  99.1,
  99.2,
  99.3,
  99.4,
  99.5,
  99.6,
  99.7,
  99.8,
  99.9,
  99.95,
  99.99,
);

const distributionOf = ({ lines }: LoadRecord): ChartData => ({
  names: lines.map(({ line }) => LINE_TITLES[line]),
  columns: [
    PERCENTILES.map((percentile) => -Math.log10(1 - percentile / 100)),
    ...lines.map(({ sketch }) =>
      PERCENTILES.map((percentile, index) =>
        // Beyond what the number of samples can tell there would only be the slowest one again.
        (1 - percentile / 100) * (sketch?.count ?? 0) < 1
          ? null
          : (sketch?.points[index + 1] ?? null),
      ),
    ),
  ],
});

const generatorOf = ({ health }: LoadRecord): ChartData => {
  const start = health[0]?.at ?? 0;
  const percent = (share: number | null): number | null => (share === null ? null : share * 100);
  return {
    names: ['CPU of k6', 'taken by other machines'],
    columns: [
      health.map(({ at }) => (at - start) / 1000),
      health.map(({ cpu }) => percent(cpu)),
      health.map(({ steal }) => percent(steal)),
    ],
  };
};

/** What the charts of a load run show. */
export const chartsData = (record: LoadRecord): ChartsData => ({
  latency: latencyOf(record),
  distribution: distributionOf(record),
  generator: generatorOf(record),
});
